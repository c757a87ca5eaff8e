// Puzzle 8: on which seat does everybody sit?
//
// Each thread is a guest and goes along the seats until it finds its own number. Find 12 places with 12 reads.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// `seats[s]` is who sits on seat s. Writes to `place[p]` on which seat p sits.
__global__ void find_places(const int* seats, int* place, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int s = 0;
    while (seats[s] != i) ++s;
    place[i] = s;
  }
}

// Everybody on some seat.
std::vector<int> SeatsOf(int n) {
  const std::vector<int> drawn = lockstep::RandomInput<int>(n, 0, 9999);
  std::vector<int> seats(n);
  for (int s = 0; s < n; ++s) {
    seats[s] = s;
    std::swap(seats[s], seats[drawn[s] % (s + 1)]);
  }
  return seats;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 12;
  const std::vector<int> seats = SeatsOf(n);

  int *d_seats, *d_place;
  cudaMalloc(&d_seats, n * sizeof(int));
  cudaMalloc(&d_place, n * sizeof(int));
  cudaMemcpy(d_seats, seats.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_seats, n);
  LOCKSTEP_PUBLISH(d_place, n);

  find_places<<<(n + 3) / 4, 4>>>(d_seats, d_place, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_seats);
  cudaFree(d_place);
}
