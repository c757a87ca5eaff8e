// Lesson 39, exercise: accounts.
//
// A bank keeps several accounts, and `bookings` has a row for each: what was paid in or out, in cents. What does the
// account hold after each booking? A block finds out for one account, in rounds: all threads add in each of them.
//
// Let the block add up the tree and down again, so that it makes less than two additions for each booking.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;  // at least as many as an account has bookings

// A block for each account: what does it hold after each booking?
__global__ void accounts(const int* bookings, int* balances, int h, int w) {
  __shared__ int sums[kThreads];
  int t = threadIdx.x;
  int account = blockIdx.x;
  sums[t] = t < w ? bookings[account * w + t] : 0;
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    int lower = t >= step ? sums[t - step] : 0;
    __syncthreads();
    sums[t] += lower;
    __syncthreads();
  }
  if (t < w) balances[account * w + t] = sums[t];
}

int main(int argc, char** argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 2;   // at least 1
  const int w = argc > 2 ? std::atoi(argv[2]) : 40;  // 1 to 128
  const std::vector<int> bookings = lockstep::RandomInput<int>(h * w, -5000, 6000);

  int *d_bookings = nullptr, *d_balances = nullptr;
  cudaMalloc(&d_bookings, h * w * sizeof(int));
  cudaMalloc(&d_balances, h * w * sizeof(int));
  cudaMemcpy(d_bookings, bookings.data(), h * w * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_bookings, h, w);
  LOCKSTEP_PUBLISH(d_balances, h, w);

  accounts<<<h, kThreads>>>(d_bookings, d_balances, h, w);
  std::vector<int> balances(h * w);
  const cudaError_t error = cudaMemcpy(balances.data(), d_balances, h * w * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_bookings);
  cudaFree(d_balances);
}
