// CSR product: the row pointers have n + 1 entries, and n are copied.
#include <vector>
__global__ void spmv(int n, const int* row, const int* col, const float* val, const float* x, float* y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float sum = 0;
  for (int k = row[r]; k < row[r + 1]; ++k) sum += val[k] * x[col[k]];  // defect: uninitialized-global
  y[r] = sum;
}
int main() {
  const int n = 64;
  std::vector<int> row(n + 1), col(n);
  std::vector<float> val(n, 2), x(n, 1);
  for (int i = 0; i <= n; ++i) row[i] = i;
  for (int i = 0; i < n; ++i) col[i] = n - 1 - i;
  int *dr, *dc;
  float *dv, *dx, *dy;
  cudaMalloc(&dr, (n + 1) * sizeof(int));
  cudaMalloc(&dc, n * sizeof(int));
  cudaMalloc(&dv, n * sizeof(float));
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpy(dr, row.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dc, col.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dv, val.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  spmv<<<1, 64>>>(n, dr, dc, dv, dx, dy);
  cudaDeviceSynchronize();
  cudaFree(dr);
  cudaFree(dc);
  cudaFree(dv);
  cudaFree(dx);
  cudaFree(dy);
}
