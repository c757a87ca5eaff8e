// A tiled product of rectangular matrices with guards, and padding of zeros in the tiles.
#include <cstdio>
#include <vector>
template <int T>
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float ta[T][T + 1], tb[T][T + 1];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int at = 0; at < k; at += T) {
    ta[threadIdx.y][threadIdx.x] = row < m && at + threadIdx.x < k ? a[row * k + at + threadIdx.x] : 0.0f;
    tb[threadIdx.y][threadIdx.x] = at + threadIdx.y < k && col < n ? b[(at + threadIdx.y) * n + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < T; ++i) sum = fmaf(ta[threadIdx.y][i], tb[i][threadIdx.x], sum);
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}
int main() {
  const int m = 19, n = 45, k = 30;
  std::vector<float> a(m * k, 1), b(k * n, 2), c(m * n);
  float *da, *db, *dc;
  cudaMalloc(&da, a.size() * 4);
  cudaMalloc(&db, b.size() * 4);
  cudaMalloc(&dc, c.size() * 4);
  cudaMemcpy(da, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
  product<16><<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(da, db, dc, m, n, k);
  cudaMemcpy(c.data(), dc, c.size() * 4, cudaMemcpyDeviceToHost);
  printf("%s\n", c[0] == 60 && c.back() == 60 ? "ok" : "wrong");
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
