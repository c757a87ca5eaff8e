// A branch calls functions that shuffle with a mask of the whole warp; the other lanes go on to the kernel's end.
// told: in a branch that others, whom its mask names too, do not take
#include <cstdio>

__device__ __noinline__ int sum_of(int value) {
  for (int step = 8; step > 0; step /= 2)
    value += __shfl_down_sync(0xffffffff, value, step, 16);  // expect: warp-mask
  return value;
}

__device__ __forceinline__ int next_of(int value) {
  return value + __shfl_down_sync(0xffffffff, value, 1);  // expect: warp-mask
}

__device__ int largest_pair(int value) { return max(value, __shfl_xor_sync(0xffffffff, value, 1)); }  // expect: warp-mask
__device__ int twice_the_largest(int value) { return 2 * largest_pair(value); }

__global__ void by_half(const int* data, int* out) {
  if (threadIdx.x % 32 < 16) {
    const int sum = sum_of(data[threadIdx.x]);
    if (threadIdx.x % 32 == 0) out[threadIdx.x] = sum;
  } else {
    out[threadIdx.x] = data[threadIdx.x];
  }
}

__global__ void of_odd(const int* data, int* out) {
  if (data[threadIdx.x] % 2 == 1) out[threadIdx.x] = next_of(data[threadIdx.x]);
}

__global__ void through_another(const int* data, int* out) {
  if (threadIdx.x % 4 != 3) out[threadIdx.x] = twice_the_largest(data[threadIdx.x]) > 3;
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
  of_odd<<<1, n>>>(data, out);
  through_another<<<1, n>>>(data, out);
  printf("%d\n", cudaDeviceSynchronize() == cudaSuccess);
  cudaFree(data);
  cudaFree(out);
}
