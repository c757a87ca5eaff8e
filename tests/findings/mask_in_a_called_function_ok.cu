// Functions that shuffle and meet are called in branches: by whole warps, with masks of those that come, from both sides
// of a branch, in loops that lanes leave, and after an early return.
#include <cstdio>

__device__ __noinline__ int sum_of(unsigned mask, int value) {
  for (int step = 8; step > 0; step /= 2) value += __shfl_down_sync(mask, value, step, 16);
  return value;
}

__device__ __forceinline__ int next_of(unsigned mask, int value) { return value + __shfl_xor_sync(mask, value, 1); }

__device__ void meet(int* shared) {
  __syncthreads();
  if (threadIdx.x == 0) *shared += 1;
  __syncthreads();
}

__global__ void by_half(const int* data, int* out) {
  if (threadIdx.x % 32 < 16) {
    const int sum = sum_of(0x0000ffff, data[threadIdx.x]);
    if (threadIdx.x % 32 == 0) out[threadIdx.x] = sum;
  } else {
    out[threadIdx.x] = data[threadIdx.x];
  }
}

__global__ void by_a_warp(const int* data, int* out) {
  if (threadIdx.x < 32) out[threadIdx.x] = next_of(0xffffffff, data[threadIdx.x]);
}

__global__ void on_both_sides(const int* data, int* out) {
  int sum;
  if (threadIdx.x % 32 < 16)
    sum = sum_of(0x0000ffff, data[threadIdx.x]);
  else
    sum = sum_of(0xffff0000, data[threadIdx.x]);
  out[threadIdx.x] = sum;
}

__global__ void of_those_that_come(const int* data, int* out) {
  const bool comes = data[threadIdx.x] / 2 % 2 == 1;
  const unsigned mask = __ballot_sync(0xffffffff, comes);
  if (comes) out[threadIdx.x] = next_of(mask, data[threadIdx.x]);
}

__global__ void of_a_tile(const int* data, int* out, int n) {
  const int i = blockIdx.x * 48 + threadIdx.x;
  if (i >= n) return;
  for (int round = 0; round < i / 32 + 1; ++round) out[i] = next_of(0xffffffff, data[i]);
}

__global__ void of_blocks(int* out, int blocks) {
  __shared__ int met;
  if (threadIdx.x == 0) met = 0;
  if (blockIdx.x < blocks) meet(&met);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = met;
}

int main() {
  const int n = 64;
  int *data, *out, host[n];
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  by_half<<<1, n>>>(data, out);
  by_a_warp<<<1, n>>>(data, out);
  on_both_sides<<<1, n>>>(data, out);
  of_those_that_come<<<1, n>>>(data, out);
  of_a_tile<<<1, 96>>>(data, out, n);
  of_blocks<<<4, n>>>(out, 2);
  printf("%d\n", cudaDeviceSynchronize() == cudaSuccess);
  cudaFree(data);
  cudaFree(out);
}
