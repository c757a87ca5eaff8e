// Puzzle 12: a savings book: every month has as much in it as the month before, and the same amount more.
//
// `book[m]` is made from `book[m - 1]`, so one thread writes month after month. Write the book so that no thread makes
// more than 1 access.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// In month 0 there is `first` in it, and every month brings `more`.
__global__ void save(int* book, int months, int first, int more) {
  int m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m == 0) {
    book[0] = first;
    for (int k = 1; k < months; ++k) book[k] = book[k - 1] + more;
  }
}

int main(int argc, char** argv) {
  const int months = argc > 1 ? std::atoi(argv[1]) : 20;
  const std::vector<int> numbers = lockstep::RandomInput<int>(2, 1, 99);

  int* d_book;
  cudaMalloc(&d_book, months * sizeof(int));
  LOCKSTEP_PUBLISH(d_book, months);

  save<<<(months + 7) / 8, 8>>>(d_book, months, numbers[0], numbers[1]);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_book);
}
