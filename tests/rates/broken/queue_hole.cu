#include <cstdio>
#include <cuda_runtime.h>
struct Job { unsigned char op; int node; double cost; };
__global__ void push(Job* q, int* tail, int n) { int i = threadIdx.x; if (i < n) { int at = atomicAdd(tail, 1); if (i % 3) { q[at].op = 1; q[at].node = i; q[at].cost = 1; } } }
__global__ void pop(const Job* q, const int* tail, int* out) { int i = threadIdx.x; if (i < *tail && q[i].op == 1) out[q[i].node] = i; } // defect: uninitialized-global
int main() { const int n = 32; Job* q; int *t, *o, h[n]; cudaMalloc(&q, n * sizeof(Job)); cudaMalloc(&t, 4); cudaMalloc(&o, n * 4); cudaMemset(t, 0, 4); cudaMemset(o, 0, n * 4); push<<<1, n>>>(q, t, n); pop<<<1, n>>>(q, t, o); cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost); printf("%d\n", h[1]); cudaFree(q); cudaFree(t); cudaFree(o); }
