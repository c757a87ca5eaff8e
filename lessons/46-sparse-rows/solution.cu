// Lesson 46, the solved exercise: an answer's arrays are compared with those of this program.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;
constexpr int kListeners = 64;

// A warp for each song.
__global__ void add_points(const int* begins, const int* listeners, const int* marks, const int* weights, int* points,
                           int songs) {
  int song = (blockIdx.x * kThreads + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (song >= songs) return;
  int begin = begins[song], end = begins[song + 1];
  int sum = 0;
  for (int k = begin + lane; k < end; k += 32) {
    sum += marks[k] * weights[listeners[k]];
  }
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, step);
  }
  if (lane == 0) points[song] = sum;
}

int main(int argc, char** argv) {
  const int songs = argc > 1 ? std::atoi(argv[1]) : 20;
  const int usual = argc > 2 ? std::atoi(argv[2]) : 20;  // marks for a song, on average
  const int hit = argc > 3 ? std::atoi(argv[3]) : 100;   // marks for the hit
  const auto numbers = lockstep::RandomInput<int>(songs, 0, 2 * usual);
  std::vector<int> begins{0};
  for (int song = 0; song < songs; ++song) begins.push_back(begins.back() + (song == songs / 2 ? hit : numbers[song]));
  const int all = begins.back();
  const auto listeners = lockstep::RandomInput<int>(all, 0, kListeners - 1, 2);
  const auto marks = lockstep::RandomInput<int>(all, 1, 10, 1);
  const auto weights = lockstep::RandomInput<int>(kListeners, 1, 5, 3);

  int *d_begins = nullptr, *d_listeners = nullptr, *d_marks = nullptr, *d_weights = nullptr, *d_points = nullptr;
  cudaMalloc(&d_begins, (songs + 1) * sizeof(int));
  cudaMalloc(&d_listeners, all * sizeof(int));
  cudaMalloc(&d_marks, all * sizeof(int));
  cudaMalloc(&d_weights, kListeners * sizeof(int));
  cudaMalloc(&d_points, songs * sizeof(int));
  cudaMemcpy(d_begins, begins.data(), (songs + 1) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_listeners, listeners.data(), all * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_marks, marks.data(), all * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weights, weights.data(), kListeners * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_begins, songs + 1);
  LOCKSTEP_PUBLISH(d_listeners, all);
  LOCKSTEP_PUBLISH(d_marks, all);
  LOCKSTEP_PUBLISH(d_weights, kListeners);
  LOCKSTEP_PUBLISH(d_points, songs);

  const int blocks = (songs * 32 + kThreads - 1) / kThreads;
  add_points<<<blocks, kThreads>>>(d_begins, d_listeners, d_marks, d_weights, d_points, songs);
  int points = 0;
  const cudaError_t error = cudaMemcpy(&points, d_points, sizeof points, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int* array : {d_begins, d_listeners, d_marks, d_weights, d_points}) cudaFree(array);
}
