// Atomics on one address, on a few, on one for each lane; in shared memory and added up first. 4 blocks of 64 threads: 8 warps.

#include <cstdio>

__global__ void AllOnOne(int* sum) {
  atomicAdd(sum, 1);  // metric: atomic global requests=8 lanes=256 sectors=8 same_address=256 most_same_address=32 hottest_address_updates=256 advice: atomic-contention
}

__global__ void EightBins(int* bins) {
  atomicAdd(&bins[threadIdx.x % 8], 1);  // metric: atomic global requests=8 sectors=8 same_address=32 most_same_address=4 hottest_address_updates=32 advice: atomic-contention
}

__global__ void OneEach(int* bins) {
  atomicMax(&bins[threadIdx.x], 1);  // metric: atomic global requests=8 sectors=32 same_address=8 most_same_address=1 hottest_address_updates=4
}

__global__ void SharedBins(int* bins) {
  __shared__ int own[32];
  if (threadIdx.x < 32) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[threadIdx.x % 2], 1);  // metric: atomic shared requests=8 same_address=128 most_same_address=16 hottest_address_updates=128 advice: atomic-contention
  __syncthreads();
  if (threadIdx.x < 2) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);  // metric: atomic global requests=4 lanes=8 same_address=4 advice: divergence
}

__global__ void AddedUpFirst(float* sum) {
  float value = 1;
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, value);  // metric: atomic global requests=8 lanes=8 same_address=8 hottest_address_updates=8
}

int main() {
  int* bins;
  cudaMalloc(&bins, 64 * sizeof(int));
  cudaMemset(bins, 0, 64 * sizeof(int));
  AllOnOne<<<4, 64>>>(bins);
  EightBins<<<4, 64>>>(bins);
  OneEach<<<4, 64>>>(bins);
  SharedBins<<<4, 64>>>(bins);
  AddedUpFirst<<<4, 64>>>(reinterpret_cast<float*>(bins));
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(bins);
  std::puts(right ? "ok" : "wrong");
  return !right;
}
