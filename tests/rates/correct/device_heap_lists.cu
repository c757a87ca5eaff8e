// Each thread builds a list on the device heap, sums it and frees it; buckets are pushed with atomics.
#include <cstdio>
struct Item { int value; Item *next; };
__device__ Item *buckets[8];
__global__ void build(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Item *item = (Item *)malloc(sizeof(Item));
  if (!item) return;
  item->value = i;
  Item *old;
  unsigned long long *head = (unsigned long long *)&buckets[i % 8], seen = *(volatile unsigned long long *)head, assumed;
  do {
    assumed = seen;
    old = (Item *)assumed;
    item->next = old;
    __threadfence();
    seen = atomicCAS(head, assumed, (unsigned long long)item);
  } while (seen != assumed);
}
__global__ void drain(int *sums) {
  int sum = 0;
  Item *p = buckets[threadIdx.x];
  while (p) { Item *next = p->next; sum += p->value; free(p); p = next; }
  buckets[threadIdx.x] = nullptr;
  int *scratch = new int[4];
  for (int k = 0; k < 4; ++k) scratch[k] = sum;
  sums[threadIdx.x] = scratch[threadIdx.x % 4];
  delete[] scratch;
}
int main() {
  const int n = 200;
  int *d, h[8], total = 0;
  cudaMalloc(&d, sizeof h);
  build<<<4, 64>>>(n);
  drain<<<1, 8>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int x : h) total += x;
  printf("%d\n", total);
  return total != n * (n - 1) / 2;
}
