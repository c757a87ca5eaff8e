// The global bins come fresh from cudaMalloc and are added to.
#include <cstdio>
__global__ void count(const unsigned char* text, int n, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[text[i] - 'a'], 1);  // defect: uninitialized-global
}
int main() {
  const char text[] = "thequickbrownfoxjumpsoverthelazydog";
  const int n = sizeof text - 1;
  unsigned char* d;
  int *bins, h[26];
  cudaMalloc(&d, n);
  cudaMalloc(&bins, 26 * sizeof(int));
  cudaMemcpy(d, text, n, cudaMemcpyHostToDevice);
  count<<<1, 64>>>(d, n, bins);
  cudaMemcpy(h, bins, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(d);
  cudaFree(bins);
}
