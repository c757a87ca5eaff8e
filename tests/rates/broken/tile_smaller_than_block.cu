// The tile was 16 x 16, the blocks have grown to 32 x 8.
#include <cstdio>
#include <vector>
#define TILE 16
__global__ void copy(const float *in, float *out, int n) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];  // defect: race-shared|out-of-bounds-shared
  __syncthreads();
  out[y * n + x] = tile[threadIdx.y][threadIdx.x];
}
int main() {
  const int n = 32;
  std::vector<float> h(n * n);
  for (int i = 0; i < n * n; ++i) h[i] = i;
  float *a, *b;
  cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4);
  cudaMemcpy(a, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  copy<<<dim3(1, 4), dim3(32, 8)>>>(a, b, n);
  cudaMemcpy(h.data(), b, n * n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%f\n", h[0]);
}
