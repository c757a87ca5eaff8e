// Nodes from a pool are pushed on a stack with a tagged head; popped by a later kernel.
#include <cstdio>
struct Node { int value, next; };
__device__ unsigned long long head = 0xffffffffull;
__global__ void push(Node *pool, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  pool[i].value = i;
  unsigned long long seen = head, want;
  do {
    want = seen;
    pool[i].next = (int)(unsigned)want;
    __threadfence();
    unsigned long long fresh = ((want >> 32) + 1) << 32 | (unsigned)i;
    seen = atomicCAS(&head, want, fresh);
  } while (seen != want);
}
__global__ void sum(const Node *pool, int *out) {
  int s = 0, k = 0;
  for (int i = (int)(unsigned)head; i >= 0; i = pool[i].next) { s += pool[i].value; ++k; }
  out[0] = s; out[1] = k;
}
int main() {
  const int n = 150;
  Node *p; int *o, h[2];
  cudaMalloc(&p, n * sizeof(Node)); cudaMalloc(&o, 8);
  push<<<3, 64>>>(p, n);
  sum<<<1, 1>>>(p, o);
  cudaMemcpy(h, o, 8, cudaMemcpyDeviceToHost);
  cudaFree(p); cudaFree(o);
  printf("%d %d\n", h[0], h[1]);
  return h[0] != n * (n - 1) / 2 || h[1] != n;
}
