// A mean over an empty bucket.
#include <cstdio>
#include <vector>
__global__ void means(const int *sum, const int *count, int *mean) { int i = threadIdx.x; mean[i] = sum[i] / count[i]; }  // defect: division-by-zero
int main() {
  std::vector<int> s(32, 10), c(32, 2);
  c[7] = 0;
  int *a, *b, *m;
  cudaMalloc(&a, 128); cudaMalloc(&b, 128); cudaMalloc(&m, 128);
  cudaMemcpy(a, s.data(), 128, cudaMemcpyHostToDevice);
  cudaMemcpy(b, c.data(), 128, cudaMemcpyHostToDevice);
  means<<<1, 32>>>(a, b, m);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b); cudaFree(m);
  printf("done\n");
}
