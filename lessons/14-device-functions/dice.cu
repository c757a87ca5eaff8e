// Helpers that run on the device, and arrays that belong to one thread: five dice for each player.
//
//   lockstep run dice.cu

#include <cuda_runtime.h>

#include <cstdio>

#include "lockstep/publish.h"

__device__ int times(int a, int b) { return a * b; }

__global__ void ten_times(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = times(in[i], 10);
}

// The largest of six numbers. Host and device may call it.
__host__ __device__ int largest_of_six(const int* numbers) {
  int largest = numbers[0];
  for (int k = 1; k < 6; ++k) {
    if (numbers[k] > largest) largest = numbers[k];
  }
  return largest;
}

// The score of a player: so many dice show the same face.
__global__ void score(const int* dice, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int count[6];
    for (int k = 0; k < 6; ++k) count[k] = 0;
    for (int d = 0; d < 5; ++d) {
      int face = dice[5 * i + d];
      count[face - 1] += 1;
    }
    out[i] = largest_of_six(count);
  }
}

int main() {
  const int n = 8;
  const int dice[n][5] = {{3, 6, 3, 1, 3}, {2, 4, 2, 5, 6}, {5, 1, 3, 6, 2}, {4, 4, 4, 4, 4},
                          {1, 6, 6, 1, 2}, {5, 2, 5, 5, 5}, {2, 3, 1, 3, 4}, {6, 6, 1, 6, 2}};

  int *d_dice, *d_tens, *d_score;
  cudaMalloc(&d_dice, sizeof dice);
  cudaMalloc(&d_tens, sizeof dice);
  cudaMalloc(&d_score, n * sizeof(int));
  cudaMemcpy(d_dice, dice, sizeof dice, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_dice, n, 5);
  LOCKSTEP_PUBLISH(d_tens, n, 5);
  LOCKSTEP_PUBLISH(d_score, n);

  const int threads = 32;
  ten_times<<<(5 * n + threads - 1) / threads, threads>>>(d_dice, d_tens, 5 * n);
  score<<<(n + threads - 1) / threads, threads>>>(d_dice, d_score, n);

  int scores[n];
  const cudaError_t error = cudaMemcpy(scores, d_score, sizeof scores, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  const int example[6] = {0, 1, 0, 3, 1, 0};
  std::printf("on the host: the largest of 0 1 0 3 1 0 is %d\n", largest_of_six(example));
  for (int i = 0; i < n; ++i) std::printf("player %d: %d of the same face\n", i, scores[i]);
  cudaFree(d_dice);
  cudaFree(d_tens);
  cudaFree(d_score);
}
