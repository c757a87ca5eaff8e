// Tiled matrix product for any sizes: the tiles' edges are filled with zeros.
#include <cmath>
#include <cstdio>
#include <vector>
#define TILE_WIDTH 16

__global__ void matMul(const float *M, const float *N, float *P, int rows, int inner, int cols) {
  __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int Row = by * TILE_WIDTH + ty, Col = bx * TILE_WIDTH + tx;
  float Pvalue = 0;
  for (int ph = 0; ph < (inner + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
    if (Row < rows && ph * TILE_WIDTH + tx < inner) Mds[ty][tx] = M[Row * inner + ph * TILE_WIDTH + tx];
    else Mds[ty][tx] = 0.0f;
    if (ph * TILE_WIDTH + ty < inner && Col < cols) Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * cols + Col];
    else Nds[ty][tx] = 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE_WIDTH; ++k) Pvalue += Mds[ty][k] * Nds[k][tx];
    __syncthreads();
  }
  if (Row < rows && Col < cols) P[Row * cols + Col] = Pvalue;
}

int main() {
  int m = 37, k = 53, n = 29;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = (i % 17) * 0.25f;
  for (size_t i = 0; i < b.size(); ++i) b[i] = (i % 11) - 5.0f;
  float *da, *db, *dc;
  cudaMalloc(&da, a.size() * 4); cudaMalloc(&db, b.size() * 4); cudaMalloc(&dc, c.size() * 4);
  cudaMemcpy(da, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
  dim3 dimGrid((n - 1) / TILE_WIDTH + 1, (m - 1) / TILE_WIDTH + 1, 1), dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
  matMul<<<dimGrid, dimBlock>>>(da, db, dc, m, k, n);
  cudaDeviceSynchronize();
  cudaMemcpy(c.data(), dc, c.size() * 4, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < m; ++i) for (int j = 0; j < n; ++j) {
    float s = 0;
    for (int x = 0; x < k; ++x) s += a[i * k + x] * b[x * n + j];
    bad += std::fabs(s - c[i * n + j]) > 1e-3f;
  }
  cudaFree(da); cudaFree(db); cudaFree(dc);
  printf("%d differ\n", bad);
  return bad;
}
