// Sparse matrix times vector: a thread a row, and a warp a row.
#include <cmath>
#include <cstdio>
#include <vector>
__global__ void spmvScalar(int rows, const int *ptr, const int *idx, const double *val, const double *x, double *y) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < rows) {
    double dot = 0;
    for (int j = ptr[row]; j < ptr[row + 1]; j++) dot += val[j] * x[idx[j]];
    y[row] = dot;
  }
}
__global__ void spmvVector(int rows, const int *ptr, const int *idx, const double *val, const double *x, double *y) {
  __shared__ volatile double vals[128];
  int thread_id = blockDim.x * blockIdx.x + threadIdx.x, warp_id = thread_id / 32, lane = thread_id & 31, row = warp_id;
  if (row >= rows) return;
  double sum = 0;
  for (int j = ptr[row] + lane; j < ptr[row + 1]; j += 32) sum += val[j] * x[idx[j]];
  vals[threadIdx.x] = sum;
  __syncwarp();
  for (int k = 16; k > 0; k >>= 1) {
    if (lane < k) vals[threadIdx.x] = vals[threadIdx.x] + vals[threadIdx.x + k];
    __syncwarp();
  }
  if (lane == 0) y[row] = vals[threadIdx.x];
}
int main() {
  const int rows = 210;
  std::vector<int> ptr{0}, idx;
  std::vector<double> val, x(rows), y1(rows), y2(rows);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j <= i % 70; ++j) { idx.push_back((i * j + j) % rows); val.push_back(1.0 / (j + 1)); }
    ptr.push_back((int)idx.size());
    x[i] = i;
  }
  int *dp, *di; double *dv, *dx, *dy;
  cudaMalloc(&dp, ptr.size() * sizeof(int)); cudaMalloc(&di, idx.size() * sizeof(int));
  cudaMalloc(&dv, val.size() * sizeof(double)); cudaMalloc(&dx, rows * sizeof(double)); cudaMalloc(&dy, rows * sizeof(double));
  cudaMemcpy(dp, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(di, idx.data(), idx.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dv, val.data(), val.size() * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x.data(), rows * sizeof(double), cudaMemcpyHostToDevice);
  spmvScalar<<<(rows + 127) / 128, 128>>>(rows, dp, di, dv, dx, dy);
  cudaMemcpy(y1.data(), dy, rows * sizeof(double), cudaMemcpyDeviceToHost);
  spmvVector<<<(rows * 32 + 127) / 128, 128>>>(rows, dp, di, dv, dx, dy);
  cudaMemcpy(y2.data(), dy, rows * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(dp); cudaFree(di); cudaFree(dv); cudaFree(dx); cudaFree(dy);
  for (int i = 0; i < rows; ++i) if (std::fabs(y1[i] - y2[i]) > 1e-9 * std::fabs(y1[i]) + 1e-12) return 1;
  puts("same");
}
