// The counts in shared memory start as they happen to be.
#include <cstdio>
#include <vector>
__global__ void histogram(const int *data, int n, int *bins) {
  __shared__ int local[16];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&local[data[i] & 15], 1);  // defect: uninitialized-shared
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);  // defect: uninitialized-shared
}
int main() {
  const int n = 1000;
  std::vector<int> h(n, 3);
  int *d, *b, r[16];
  cudaMalloc(&d, n * 4); cudaMalloc(&b, 64);
  cudaMemcpy(d, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(b, 0, 64);
  histogram<<<4, 256>>>(d, n, b);
  cudaMemcpy(r, b, 64, cudaMemcpyDeviceToHost);
  cudaFree(d); cudaFree(b);
  printf("%d\n", r[3]);
}
