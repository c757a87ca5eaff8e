// Puzzle 34: rows of 32 seats. Which is the first free one in each row?
//
// The lanes that see a free seat queue up at one cell of shared memory. Find the seat of a row with 33 accesses.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A warp for each row: `seat` gets the number of the first free seat, or -1 if there is none.
__global__ void find(const int* taken, int* seat) {
  int lane = threadIdx.x;
  bool is_free = taken[blockIdx.x * 32 + lane] == 0;
  __shared__ int first;
  if (lane == 0) first = 32;
  __syncwarp();
  if (is_free) atomicMin(&first, lane);
  __syncwarp();
  if (lane == 0) seat[blockIdx.x] = first < 32 ? first : -1;
}

// Each row is taken up to some seat; of those after it, some are free.
std::vector<int> Seats(int rows) {
  std::vector<int> taken = lockstep::RandomInput<int>(32 * rows, 0, 1);
  const std::vector<int> full = lockstep::RandomInput<int>(rows, 0, 32, 1);
  for (int i = 0; i < 32 * rows; ++i)
    if (i % 32 < full[i / 32] || i / 32 == 2) taken[i] = 1;
  return taken;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> taken = Seats(rows);

  int *d_taken, *d_seat;
  cudaMalloc(&d_taken, (32 * rows) * sizeof(int));
  cudaMalloc(&d_seat, rows * sizeof(int));
  cudaMemcpy(d_taken, taken.data(), (32 * rows) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_taken, rows, 32);
  LOCKSTEP_PUBLISH(d_seat, rows);

  find<<<rows, 32>>>(d_taken, d_seat);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_taken);
  cudaFree(d_seat);
}
