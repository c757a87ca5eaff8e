#include <cstdio>
#include <cuda_runtime.h>
struct State { float sum; int n; bool done; };
__global__ void k(const float* x, float* o, int n) { __shared__ State s; if (threadIdx.x == 0) { s.sum = 0; s.n = n; } __syncthreads(); if (!s.done) atomicAdd(&s.sum, x[threadIdx.x]); // defect: uninitialized-shared
 __syncthreads(); if (threadIdx.x == 0) *o = s.sum; }
int main() { float *x, *o, h; cudaMalloc(&x, 128); cudaMemset(x, 0, 128); cudaMalloc(&o, 4); k<<<1, 32>>>(x, o, 32); cudaMemcpy(&h, o, 4, cudaMemcpyDeviceToHost); printf("%g\n", h); cudaFree(x); cudaFree(o); }
