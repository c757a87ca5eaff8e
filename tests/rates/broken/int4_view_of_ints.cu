#include <cstdio>
#include <cuda_runtime.h>
__global__ void copy4(int4* d, const int* s, int off, int n4) { int i = threadIdx.x; if (i < n4) d[i] = *reinterpret_cast<const int4*>(s + off + 4 * i); } // defect: misaligned
int main() { const int n = 64; int *a, *b; cudaMalloc(&a, (n + 4) * 4); cudaMemset(a, 0, (n + 4) * 4); cudaMalloc(&b, n * 4); copy4<<<1, 32>>>((int4*)b, a, 2, n / 4); int h[n]; cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost); printf("%d\n", h[0]); cudaFree(a); cudaFree(b); }
