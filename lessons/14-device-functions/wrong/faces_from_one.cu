// Lesson 14, a wrong attempt: faces are 1 to 6, and cells are 0 to 5.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// The largest of six numbers.
__device__ int largest_of_six(const int* numbers) {
  int largest = numbers[0];
  for (int k = 1; k < 6; ++k) {
    if (numbers[k] > largest) largest = numbers[k];
  }
  return largest;
}

// The score of a player is the number of dice that show the same face.
__global__ void score(const int* dice, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int count[6];
    for (int k = 0; k < 6; ++k) count[k] = 0;
    for (int d = 0; d < 5; ++d) {
      int face = dice[5 * i + d];
      count[face] += 1;
    }
    out[i] = largest_of_six(count);
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 8;
  const std::vector<int> dice = lockstep::RandomInput<int>(5 * n, 1, 6);

  int *d_dice, *d_score;
  cudaMalloc(&d_dice, 5 * n * sizeof(int));
  cudaMalloc(&d_score, n * sizeof(int));
  cudaMemcpy(d_dice, dice.data(), 5 * n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_dice, n, 5);
  LOCKSTEP_PUBLISH(d_score, n);

  const int threads = 32;
  score<<<n / threads + 1, threads>>>(d_dice, d_score, n);

  std::vector<int> scores(n);
  const cudaError_t error = cudaMemcpy(scores.data(), d_score, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int i = 0; i < n; ++i) std::printf("player %d: %d of the same face\n", i, scores[i]);
  cudaFree(d_dice);
  cudaFree(d_score);
}
