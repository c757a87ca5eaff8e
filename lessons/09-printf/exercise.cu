// Lesson 9, exercise: somebody has looked for a mistake with `printf`, and has given up.
//
// Each thread takes a number and plays: an even number is halved, an odd one becomes three times itself plus one, until
// it is 1. `steps` says how many steps that took. For one kind of number it is wrong.
//
// Find the thread that is wrong, and mend the kernel. Then take out the `printf` lines: in the end the program prints
// one line, that of `main`.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

__global__ void hailstones(const int* start, int* steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int x = start[i];
    int count = 0;
    printf("it begins: %d\n", x);
    do {
      if (x % 2 == 0) {
        x = x / 2;
      } else {
        x = 3 * x + 1;
      }
      ++count;
      printf("and now: %d\n", x);
    } while (x != 1);
    steps[i] = count;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 8;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 4;
  const int blocks = (n + threads - 1) / threads;
  const int largest = argc > 3 ? std::atoi(argv[3]) : 12;
  const std::vector<int> start = lockstep::RandomInput<int>(n, 1, largest);
  const std::size_t bytes = n * sizeof(int);

  int *d_start = nullptr, *d_steps = nullptr;
  check(cudaMalloc(&d_start, bytes), "cudaMalloc");
  check(cudaMalloc(&d_steps, bytes), "cudaMalloc");
  check(cudaMemcpy(d_start, start.data(), bytes, cudaMemcpyHostToDevice), "copy there");
  LOCKSTEP_PUBLISH(d_start, n);
  LOCKSTEP_PUBLISH(d_steps, n);

  if (n > 0) hailstones<<<blocks, threads>>>(d_start, d_steps, n);
  check(cudaGetLastError(), "launch");
  check(cudaDeviceSynchronize(), "hailstones");

  std::vector<int> steps(n);
  check(cudaMemcpy(steps.data(), d_steps, bytes, cudaMemcpyDeviceToHost), "copy back");
  int most = 0;
  for (int i = 0; i < n; ++i) most = std::max(most, steps[i]);
  std::printf("at most %d steps\n", most);
  check(cudaFree(d_start), "cudaFree");
  check(cudaFree(d_steps), "cudaFree");
}
