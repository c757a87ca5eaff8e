// Each row of a matrix is divided by its sum. A row of zeros has the sum 0, and the last column is forgotten.
#include <cstdio>

constexpr int kRows = 4, kColumns = 8;

__device__ float share(float value, float sum) {
  return value / sum;
}

__global__ void divide(float* out, const float* in, int columns) {
  __shared__ float sum;
  int row = blockIdx.x, column = threadIdx.x;
  if (column == 0) {
    sum = 0;
    for (int i = 0; i < columns; ++i) {
      sum += in[row * columns + i];
    }
  }
  __syncthreads();
  if (column < columns - LEFT_OUT) {
    out[row * columns + column] = share(in[row * columns + column], sum);
  }
}

int main() {
  float host[kRows * kColumns];
  for (int i = 0; i < kRows * kColumns; ++i) host[i] = i / kColumns == 2 ? 0 : i;
  float *d_in, *d_out;
  cudaMalloc(&d_in, sizeof host);
  cudaMalloc(&d_out, sizeof host);
  cudaMemcpy(d_in, host, sizeof host, cudaMemcpyHostToDevice);
  divide<<<kRows, kColumns>>>(d_out, d_in, kColumns);
  cudaMemcpy(host, d_out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[1]);
  cudaFree(d_in);
  cudaFree(d_out);
}
