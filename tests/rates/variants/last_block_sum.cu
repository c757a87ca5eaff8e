// reduction finished by the last block, launched several times
#include <cstdio>
#include <vector>
__device__ unsigned int done;
template <int T> __global__ void reduce(const float* in, float* part, float* out, int n) {
  __shared__ float s[T];
  __shared__ bool last;
  float v = 0;
  for (int i = blockIdx.x * T + threadIdx.x; i < n; i += gridDim.x * T) v += in[i];
  s[threadIdx.x] = v;
  __syncthreads();
#pragma unroll
  for (int d = T / 2; d >= 32; d >>= 1) { if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; __syncthreads(); }
  if (threadIdx.x < 32) {
    v = s[threadIdx.x];
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
  }
  if (threadIdx.x == 0) {
    part[blockIdx.x] = v;  // defect1: race-global
#if DEFECT != 1
    __threadfence();
#endif
    last = atomicInc(&done, gridDim.x - 1) == gridDim.x - 1;  
  }
#if DEFECT != 2
  __syncthreads();
#endif
  if (last) {  // defect2: race-shared|uninitialized-shared
    v = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += T) v += part[i];  // defect1: race-global
#if DEFECT != 3
    __syncthreads();
#endif
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = T / 2; d > 0; d >>= 1) {
#if DEFECT == 4
      if (threadIdx.x < d) { s[threadIdx.x] += s[threadIdx.x + d]; __syncthreads(); }  // defect4: barrier-skipped|race-shared|barrier-mixed
#else
      if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
      __syncthreads();
#endif
    }
    if (threadIdx.x == 0) *out = s[0];
#if DEFECT == 5
    if (threadIdx.x == 0) *(out + 1) = s[T];  // defect5: out-of-bounds-shared
#endif
  }
}
int main() {
  const int n = 5000; std::vector<float> h(n, 1.f); float *in, *part, *out, r;
  cudaMalloc(&in, n * 4); cudaMalloc(&part, 16 * 4); cudaMalloc(&out, 8);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  for (int k = 0; k < 3; ++k) reduce<128><<<16, 128>>>(in, part, out, n);
  cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost); puts(r == n ? "ok" : "FAIL");
  cudaFree(in); cudaFree(part); cudaFree(out);
}
