// A scratch array on the device heap is one element too short.
#include <cstdio>
__global__ void work(int *out, int n) {
  int *t = (int *)malloc(n * sizeof(int));
  if (!t) return;
  for (int i = 0; i <= n; ++i) t[i] = i;  // defect: out-of-bounds-heap
  out[threadIdx.x] = t[n - 1];
  free(t);
}
int main() {
  int *d, h[32];
  cudaMalloc(&d, 128);
  work<<<1, 32>>>(d, 20);
  cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", h[0]);
}
