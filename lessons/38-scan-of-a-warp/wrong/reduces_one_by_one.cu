// Lesson 38, a wrong attempt: a sum of the warp for each lane, and three shuffles for show.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;  // two warps

// A warp for each screen: its films run one after another. When does each begin, and when does the screen close?
__global__ void cinema(const int* minutes, int* begins, int* closes, int h, int w) {
  int lane = threadIdx.x % 32;
  int screen = (blockIdx.x * kThreads + threadIdx.x) / 32;
  if (screen >= h) return;
  int before = 0;
  for (int first = 0; first < w; first += 32) {
    int film = first + lane;
    int mine = film < w ? minutes[screen * w + film] : 0;
    int end = mine;
    for (int other = 0; other < 32; ++other) {
      int sum = __reduce_add_sync(0xffffffff, lane <= other ? mine : 0);
      if (lane == other) end = sum;
    }
    for (int step = 1; step < 8; step *= 2) __shfl_up_sync(0xffffffff, end, step);
    if (film < w) begins[screen * w + film] = before + end - mine;
    before += __shfl_sync(0xffffffff, end, 31);
  }
  if (lane == 0) closes[screen] = before;
}

int main(int argc, char** argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 2;   // at least 1
  const int w = argc > 2 ? std::atoi(argv[2]) : 40;  // at least 1
  const int blocks = (h * 32 + kThreads - 1) / kThreads;
  const std::vector<int> minutes = lockstep::RandomInput<int>(h * w, 5, 200);

  int *d_minutes = nullptr, *d_begins = nullptr, *d_closes = nullptr;
  cudaMalloc(&d_minutes, h * w * sizeof(int));
  cudaMalloc(&d_begins, h * w * sizeof(int));
  cudaMalloc(&d_closes, h * sizeof(int));
  cudaMemcpy(d_minutes, minutes.data(), h * w * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_minutes, h, w);
  LOCKSTEP_PUBLISH(d_begins, h, w);
  LOCKSTEP_PUBLISH(d_closes, h);

  cinema<<<blocks, kThreads>>>(d_minutes, d_begins, d_closes, h, w);
  std::vector<int> closes(h);
  const cudaError_t error = cudaMemcpy(closes.data(), d_closes, h * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_minutes);
  cudaFree(d_begins);
  cudaFree(d_closes);
}
