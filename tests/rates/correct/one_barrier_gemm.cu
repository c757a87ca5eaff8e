#include <cstdio>
#include <vector>

// Double buffering: the tile of the next step is stored while this one is used, so one barrier per step suffices.
template <int B>
__global__ void gemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  __shared__ float sa[2][B][B], sb[2][B][B];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * B + ty, col = blockIdx.x * B + tx;
  const int steps = n / B;
  sa[0][ty][tx] = a[row * n + tx];
  sb[0][ty][tx] = b[ty * n + col];
  float acc = 0;
  for (int s = 0; s < steps; ++s) {
    __syncthreads();
    const int now = s & 1;
    if (s + 1 < steps) {
      sa[now ^ 1][ty][tx] = a[row * n + (s + 1) * B + tx];
      sb[now ^ 1][ty][tx] = b[((s + 1) * B + ty) * n + col];
    }
    for (int k = 0; k < B; ++k) acc += sa[now][ty][k] * sb[now][k][tx];
  }
  c[row * n + col] = acc;
}

int main() {
  const int n = 32;
  std::vector<float> a(n * n, 1.f), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) b[i] = i % 3;
  float *da, *db, *dc;
  cudaMalloc(&da, n * n * 4);
  cudaMalloc(&db, n * n * 4);
  cudaMalloc(&dc, n * n * 4);
  cudaMemcpy(da, a.data(), n * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * n * 4, cudaMemcpyHostToDevice);
  gemm<8><<<dim3(n / 8, n / 8), dim3(8, 8)>>>(da, db, dc, n);
  cudaMemcpy(c.data(), dc, n * n * 4, cudaMemcpyDeviceToHost);
  printf("%f\n", c[5]);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
