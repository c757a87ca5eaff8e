#include <cstdio>
#include <cuda_runtime.h>
struct __align__(16) V { float x, y, z; };
__global__ void init(V* p, int n) { int i = threadIdx.x; if (i < n) { p[i].x = 1; p[i].z = 2; } }
int main() { const int n = 32; V* p; V h[n]; cudaMalloc(&p, n * sizeof(V)); init<<<1, n>>>(p, n); cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost); // defect: uninitialized-copy
 printf("%g\n", h[0].y); cudaFree(p); }
