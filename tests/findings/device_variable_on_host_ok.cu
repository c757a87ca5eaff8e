// Copies by the variables' names; a managed variable; constants whose value the compiler knows; a function for both
// sides.
#include <cstdio>

__device__ int counter;
static __constant__ float scale[2];
__managed__ int shown;
__device__ constexpr float kHalf = 0.5f;
__constant__ const int kCount = 32;
int on_host;

__host__ __device__ int Count() {
#ifdef __CUDA_ARCH__
  return counter;
#else
  return on_host;
#endif
}

__global__ void count(float* out) {
  atomicAdd(&counter, 1);
  out[threadIdx.x] = scale[threadIdx.x % 2] * kHalf;
  __syncthreads();
  if (threadIdx.x == 0) shown = Count();
}

int main() {
  float* out;
  cudaMalloc(&out, kCount * sizeof *out);
  const float values[2] = {1, 2};
  cudaMemcpyToSymbol(scale, values, sizeof scale);
  count<<<1, kCount>>>(out);
  cudaMemcpyFromSymbol(&on_host, counter, sizeof counter);
  int* address = nullptr;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&address), counter);
  cudaMemset(address, 0, sizeof *address);
  std::printf("%d %d %f\n", Count(), shown, kHalf);
  cudaFree(out);
}
