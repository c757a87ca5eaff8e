// Three kernels and the order of their threads: one depends on it openly, one in secret, one not at all.
//
//   lockstep run order.cu [--order shuffled:1]

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/publish.h"

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

// Each thread writes its name into the same cell.
__global__ void sign(int* last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  *last = i;
}

// Each thread adds its right neighbour's number to its own.
__global__ void add_right(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int right = (i + 1) % n;
    a[i] = a[i] + a[right];
  }
}

// The same, from one array into another.
__global__ void add_right_apart(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int right = (i + 1) % n;
    out[i] = a[i] + a[right];
  }
}

void print(const char* name, const int* d_array, int n) {
  std::vector<int> array(n);
  check(cudaMemcpy(array.data(), d_array, n * sizeof(int), cudaMemcpyDeviceToHost), "copy back");
  std::printf("%-16s", name);
  for (int value : array) std::printf(" %3d", value);
  std::printf("\n");
}

int main() {
  const std::vector<int> a = {1, 2, 3, 4, 5, 6, 7, 8};
  const int n = static_cast<int>(a.size()), threads = 4, blocks = 2;
  const std::size_t bytes = n * sizeof(int);

  int *d_last = nullptr, *d_table = nullptr, *d_a = nullptr, *d_out = nullptr;
  check(cudaMalloc(&d_last, sizeof(int)), "cudaMalloc");
  check(cudaMalloc(&d_table, bytes), "cudaMalloc");
  check(cudaMalloc(&d_a, bytes), "cudaMalloc");
  check(cudaMalloc(&d_out, bytes), "cudaMalloc");
  check(cudaMemcpy(d_table, a.data(), bytes, cudaMemcpyHostToDevice), "copy there");
  check(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice), "copy there");
  LOCKSTEP_PUBLISH(d_last, 1);
  LOCKSTEP_PUBLISH(d_table, n);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_out, n);

  sign<<<blocks, threads>>>(d_last);
  add_right<<<blocks, threads>>>(d_table, n);
  add_right_apart<<<blocks, threads>>>(d_a, d_out, n);
  check(cudaGetLastError(), "launch");

  print("sign", d_last, 1);
  print("add_right", d_table, n);
  print("add_right_apart", d_out, n);
  check(cudaFree(d_last), "cudaFree");
  check(cudaFree(d_table), "cudaFree");
  check(cudaFree(d_a), "cudaFree");
  check(cudaFree(d_out), "cudaFree");
}
