// Puzzle 45, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Pairs of opposite values are added, and then each sum is compared with the next one.
__global__ void compare(const int* in, int* out) {
  __shared__ int values[128];
  int t = threadIdx.x;
  int i = blockIdx.x * 128 + t;
  values[t] = in[i];
  __syncthreads();
  int sum = values[t] + 2 * values[127 - t];
  __syncthreads();
  values[t] = sum;
  __syncthreads();
  out[i] = sum - values[(t + 1) % 128];
}

int main(int argc, char** argv) {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> in = lockstep::RandomInput<int>(128 * blocks, 0, 999);

  int *d_in, *d_out;
  cudaMalloc(&d_in, (128 * blocks) * sizeof(int));
  cudaMalloc(&d_out, (128 * blocks) * sizeof(int));
  cudaMemcpy(d_in, in.data(), (128 * blocks) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, 128 * blocks);
  LOCKSTEP_PUBLISH(d_out, 128 * blocks);

  compare<<<blocks, 128>>>(d_in, d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
