// Each thread computes 4 x 4 elements from fragments in registers; tiles are loaded as float4.
#include <cstdio>
#include <vector>
template <int BM, int BN, int BK, int TM, int TN>
__global__ void sgemm(int N, const float *A, const float *B, float *C) {
  __shared__ float As[BK * BM];
  __shared__ float Bs[BK * BN];
  const int cRow = blockIdx.y, cCol = blockIdx.x;
  const int threadCol = threadIdx.x % (BN / TN), threadRow = threadIdx.x / (BN / TN);
  A += cRow * BM * N;
  B += cCol * BN;
  C += cRow * BM * N + cCol * BN;
  const int innerRowA = threadIdx.x / (BK / 4), innerColA = threadIdx.x % (BK / 4);
  const int innerRowB = threadIdx.x / (BN / 4), innerColB = threadIdx.x % (BN / 4);
  float threadResults[TM * TN] = {0.0};
  float regM[TM] = {0.0}, regN[TN] = {0.0};
  for (int bk = 0; bk < N; bk += BK) {
    if (innerRowA < BM) {
      float4 tmp = reinterpret_cast<const float4 *>(&A[innerRowA * N + innerColA * 4])[0];
      As[(innerColA * 4 + 0) * BM + innerRowA] = tmp.x;
      As[(innerColA * 4 + 1) * BM + innerRowA] = tmp.y;
      As[(innerColA * 4 + 2) * BM + innerRowA] = tmp.z;
      As[(innerColA * 4 + 3) * BM + innerRowA] = tmp.w;
    }
    if (innerRowB < BK)
      reinterpret_cast<float4 *>(&Bs[innerRowB * BN + innerColB * 4])[0] = reinterpret_cast<const float4 *>(&B[innerRowB * N + innerColB * 4])[0];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int dot = 0; dot < BK; ++dot) {
      for (int i = 0; i < TM; ++i) regM[i] = As[dot * BM + threadRow * TM + i];
      for (int i = 0; i < TN; ++i) regN[i] = Bs[dot * BN + threadCol * TN + i];
      for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n) threadResults[m * TN + n] += regM[m] * regN[n];
    }
    __syncthreads();
  }
  for (int m = 0; m < TM; ++m)
    for (int n = 0; n < TN; n += 4) {
      float4 out;
      out.x = threadResults[m * TN + n];
      out.y = threadResults[m * TN + n + 1];
      out.z = threadResults[m * TN + n + 2];
      out.w = threadResults[m * TN + n + 3];
      reinterpret_cast<float4 *>(&C[(threadRow * TM + m) * N + threadCol * TN + n])[0] = out;
    }
}
int main() {
  const int n = 64;
  std::vector<float> a(n * n), b(n * n, 2), c(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = i / n;
  float *da, *db, *dc;
  cudaMalloc(&da, n * n * 4); cudaMalloc(&db, n * n * 4); cudaMalloc(&dc, n * n * 4);
  cudaMemcpy(da, a.data(), n * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * n * 4, cudaMemcpyHostToDevice);
  sgemm<32, 32, 8, 4, 4><<<dim3(n / 32, n / 32), 64>>>(n, da, db, dc);
  cudaMemcpy(c.data(), dc, n * n * 4, cudaMemcpyDeviceToHost);
  cudaFree(da); cudaFree(db); cudaFree(dc);
  int bad = 0;
  for (int i = 0; i < n * n; ++i) bad += c[i] != 2.0f * n * (i / n);
  printf("%d\n", bad);
  return bad != 0;
}
