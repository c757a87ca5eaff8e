// How blocks are dealt out to multiprocessors, played by one thread; and a kernel whose
// threads wait for each other.
//
//   lockstep run blocks.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kSeats = 8;     // four multiprocessors, each with room for two blocks
constexpr int kMinutes = 6;   // that are played
constexpr int kThreads = 96;  // of a block: three warps

// minutes[b]: how long block b takes. A row of the chart is a minute, a column a seat.
__global__ void deal(const int* minutes, int* chart, int blocks) {
  int free_at[kSeats] = {};
  int next = 0;
  for (int now = 0; now < kMinutes; ++now) {
    for (int seat = 0; seat < kSeats; ++seat) {
      if (free_at[seat] > now || next == blocks) continue;
      free_at[seat] = now + minutes[next];
      for (int m = now; m < free_at[seat]; ++m) {
        chart[m * kSeats + seat] = next;
      }
      ++next;
    }
  }
}

__global__ void turn_round(const int* in, int* out) {
  __shared__ int row[kThreads];
  int t = threadIdx.x;
  int first = blockIdx.x * kThreads;
  row[t] = in[first + t];
  __syncthreads();
  out[first + t] = row[kThreads - 1 - t];
}

int main() {
  const std::vector<int> minutes = {3, 2, 4, 2, 3, 5, 3, 4, 2, 4, 3};
  const int blocks = static_cast<int>(minutes.size()), n = 4 * kThreads;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 0, 99);

  int *d_minutes = nullptr, *d_chart = nullptr, *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_minutes, blocks * sizeof(int));
  cudaMalloc(&d_chart, kMinutes * kSeats * sizeof(int));
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_minutes, minutes.data(), blocks * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_minutes, blocks);
  LOCKSTEP_PUBLISH(d_chart, kMinutes, kSeats);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, n);

  deal<<<1, 1>>>(d_minutes, d_chart, blocks);
  turn_round<<<n / kThreads, kThreads>>>(d_in, d_out);
  std::vector<int> out(n);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_minutes);
  cudaFree(d_chart);
  cudaFree(d_in);
  cudaFree(d_out);
}
