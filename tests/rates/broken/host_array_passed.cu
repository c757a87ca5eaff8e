// The kernel gets the host's array.
#include <cstdio>
#include <cstdlib>
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];  // defect: host-argument|host-pointer
}
int main() {
  const int n = 256;
  float *a = (float *)malloc(n * 4), *b = (float *)malloc(n * 4), *c = (float *)malloc(n * 4), *da, *db;
  for (int i = 0; i < n; ++i) a[i] = b[i] = i;
  cudaMalloc(&da, n * 4); cudaMalloc(&db, n * 4);
  cudaMemcpy(da, a, n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, n * 4, cudaMemcpyHostToDevice);
  add<<<1, 256>>>(da, db, c, n);
  cudaDeviceSynchronize();
  printf("%f\n", c[1]);
  cudaFree(da); cudaFree(db);
  free(a); free(b); free(c);
}
