// Matrix product with two shared buffers: the next tile is fetched while this one is used; one barrier a tile.
#include <cstdio>
#include <vector>
#define T 16

__global__ void gemm(const float *A, const float *B, float *C, int n) {
  __shared__ float as[2][T][T], bs[2][T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x, tx = threadIdx.x, ty = threadIdx.y;
  float acc = 0, ra, rb;
  as[0][ty][tx] = A[row * n + tx];
  bs[0][ty][tx] = B[ty * n + col];
  __syncthreads();
  int cur = 0;
  for (int t = 0; t < n; t += T) {
    bool more = t + T < n;
    if (more) {
      ra = A[row * n + t + T + tx];
      rb = B[(t + T + ty) * n + col];
    }
    for (int k = 0; k < T; ++k) acc += as[cur][ty][k] * bs[cur][k][tx];
    if (more) {
      as[cur ^ 1][ty][tx] = ra;
      bs[cur ^ 1][ty][tx] = rb;
    }
    __syncthreads();
    cur ^= 1;
  }
  C[row * n + col] = acc;
}

int main() {
  const int n = 64;
  std::vector<float> a(n * n, 1.0f), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) b[i] = i % n;
  float *d[3];
  for (auto &p : d) cudaMalloc(&p, n * n * 4);
  cudaMemcpy(d[0], a.data(), n * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d[1], b.data(), n * n * 4, cudaMemcpyHostToDevice);
  gemm<<<dim3(n / T, n / T), dim3(T, T)>>>(d[0], d[1], d[2], n);
  cudaMemcpy(c.data(), d[2], n * n * 4, cudaMemcpyDeviceToHost);
  for (auto &p : d) cudaFree(p);
  int bad = 0;
  for (int i = 0; i < n * n; ++i) bad += c[i] != n * (i % n);
  return bad;
}
