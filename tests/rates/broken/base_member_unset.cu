#include <cstdio>
#include <cuda_runtime.h>
struct Base { double mass; char kind; }; struct Body : Base { float vx, vy; };
__global__ void init(Body* b, int n) { int i = threadIdx.x; if (i < n) { b[i].mass = 1; b[i].vx = 0; b[i].vy = 1; } }
__global__ void step(Body* b, int n) { int i = threadIdx.x; if (i < n) { Body q = b[i]; if (q.kind == 'f') return; q.vx += q.vy; b[i] = q; } } // defect: uninitialized-global
int main() { const int n = 32; Body *b, h[n]; cudaMalloc(&b, sizeof h); init<<<1, n>>>(b, n); step<<<1, n>>>(b, n); cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost); printf("%g\n", h[0].vx); cudaFree(b); }
