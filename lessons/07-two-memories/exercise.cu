// Lesson 7, exercise: a sum that never arrives.
//
// The kernel is right. But `a`, `b` and `sum` lie in the memory of the CPU, and the kernel runs on the GPU. There are
// five steps, and some of them are missing:
//
// 1. allocate memory on the device,
// 2. copy the input there,
// 3. launch the kernel on it,
// 4. copy the result back,
// 5. free the memory.
//
// Check every call. When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

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

__global__ void add(const int* a, const int* b, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 6;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 4;
  const int blocks = (n + threads - 1) / threads;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99, 0);
  const std::vector<int> b = lockstep::RandomInput<int>(n, 0, 99, 1);
  std::vector<int> sum(n, 0);
  const std::size_t bytes = n * sizeof(int);

  // 1. Memory on the device: it is there, and nobody uses it.
  int *d_a = nullptr, *d_b = nullptr, *d_sum = nullptr;
  check(cudaMalloc(&d_a, bytes), "cudaMalloc");
  check(cudaMalloc(&d_b, bytes), "cudaMalloc");
  check(cudaMalloc(&d_sum, bytes), "cudaMalloc");
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_b, n);
  LOCKSTEP_PUBLISH(d_sum, n);

  // 2. The input goes there.

  // 3. The kernel works there.
  if (n > 0) {
    add<<<blocks, threads>>>(a.data(), b.data(), sum.data(), n);
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "add");
  }

  // 4. The result comes back.

  // 5. The memory is given back.

  for (int i = 0; i < n; ++i) std::printf("%d + %d = %d\n", a[i], b[i], sum[i]);
}
