#include <cstdio>
#include <cuda_runtime.h>
struct Cand { float d; int id; };
__global__ void knn(const float* x, int* out, int n) { Cand c[4]; int m = 0; for (int i = 0; i < n; ++i) if (fabsf(x[i] - x[threadIdx.x]) < .5f && m < 4) { c[m].d = x[i]; c[m].id = i; ++m; } int s = 0; for (int k = 0; k < 4; ++k) if (c[k].d >= 0) s += c[k].id; out[threadIdx.x] = s; } // defect: uninitialized-local
int main() { const int n = 32; float *x, h[n]; int *o, k[32]; for (int i = 0; i < n; ++i) h[i] = i; cudaMalloc(&x, sizeof h); cudaMalloc(&o, sizeof k); cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice); knn<<<1, 32>>>(x, o, n); cudaMemcpy(k, o, sizeof k, cudaMemcpyDeviceToHost); printf("%d\n", k[0]); cudaFree(x); cudaFree(o); }
