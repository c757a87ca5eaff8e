// A tiled product of a size that is no multiple of the tile loads outside the matrix.
#include <vector>
#define TILE 16
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float ta[TILE][TILE], tb[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < (n + TILE - 1) / TILE; ++k) {
    ta[threadIdx.y][threadIdx.x] = a[row * n + k * TILE + threadIdx.x];    // defect: out-of-bounds-global
    tb[threadIdx.y][threadIdx.x] = b[(k * TILE + threadIdx.y) * n + col];  // defect: out-of-bounds-global
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += ta[threadIdx.y][i] * tb[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = sum;
}
int main() {
  const int n = 40;
  std::vector<float> h(n * n, 1.0f);
  float *a, *b, *c;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMemcpy(a, h.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, h.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
  product<<<grid, block>>>(a, b, c, n);
  cudaMemcpy(h.data(), c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
