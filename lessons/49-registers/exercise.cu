// Lesson 49, exercise: the median of five.
//
// Each thread puts five neighbours in order, in an array of its own, and takes the third. The result is right. But the
// place of each is known only when the kernel runs, so the array cannot be in registers: it is in local memory, and
// every look at it is a request.
//
// Put them in order without an index that depends on a value.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;
constexpr int kWindow = 5;

// out[i] is the median of in[i] to in[i + 4]: the third one, if they are in order.
__global__ void median(const int* in, int* out, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= n) return;
  int window[kWindow];
  for (int k = 0; k < kWindow; ++k) {
    int value = in[i + k];
    int place = k;
    while (place > 0 && window[place - 1] > value) {
      window[place] = window[place - 1];
      --place;
    }
    window[place] = value;
  }
  out[i] = window[kWindow / 2];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;  // medians
  const std::vector<int> in = lockstep::RandomInput<int>(n + kWindow - 1, 0, 99);

  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n + kWindow - 1);
  LOCKSTEP_PUBLISH(d_out, n);

  median<<<(n + kThreads - 1) / kThreads, kThreads>>>(d_in, d_out, n);
  std::vector<int> out(n);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
