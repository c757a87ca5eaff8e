// Tiled product without the barrier after the inner loop.
#include <cstdio>
#include <vector>
#define T 8
__global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int m = 0; m < n / T; ++m) {
    as[threadIdx.y][threadIdx.x] = a[row * n + m * T + threadIdx.x];    // defect: race-shared
    bs[threadIdx.y][threadIdx.x] = b[(m * T + threadIdx.y) * n + col];  // defect: race-shared
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
  }
  c[row * n + col] = sum;
}
int main() {
  const int n = 32;
  std::vector<float> h(n * n, 1);
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4); cudaMalloc(&c, n * n * 4);
  cudaMemcpy(a, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  matmul<<<dim3(n / T, n / T), dim3(T, T)>>>(a, b, c, n);
  cudaMemcpy(h.data(), c, n * n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b); cudaFree(c);
  printf("%f\n", h[0]);
}
