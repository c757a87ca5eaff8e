// Lesson 21, exercise: who came in where?
//
// Eight runners run in each heat, one on each lane, and `time` holds what each of them needed. A thread finds the place
// of one runner: 1 and the number of runners of the same heat who were faster. Runners with the same time share a
// place.
//
// The places are right. But each thread fetches all times of its heat from global memory. Let the threads of a block
// fetch each time once, and share it.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kLanes = 8;  // runners of a heat, and threads of a block

__global__ void places(const int* time, int* place) {
  int t = threadIdx.x;
  int first = blockIdx.x * blockDim.x;  // the runner on lane 0 of this heat
  int mine = time[first + t];
  int faster = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (time[first + lane] < mine) ++faster;
  }
  place[first + t] = 1 + faster;
}

int main(int argc, char** argv) {
  const int heats = argc > 1 ? std::atoi(argv[1]) : 4;
  const int n = heats * kLanes;
  const std::vector<int> time = lockstep::RandomInput<int>(n, 100, 140);
  const std::size_t bytes = n * sizeof(int);

  int *d_time = nullptr, *d_place = nullptr;
  cudaMalloc(&d_time, bytes);
  cudaMalloc(&d_place, bytes);
  cudaMemcpy(d_time, time.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_time, heats, kLanes);
  LOCKSTEP_PUBLISH(d_place, heats, kLanes);

  places<<<heats, kLanes>>>(d_time, d_place);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_time);
  cudaFree(d_place);
}
