// The width is that of the array.
__global__ void mark(float* rows, int n, int width) {
  const int i = threadIdx.x;
  if (i < n) rows[i * width] = 1;
}

int main() {
  float* rows;
  cudaMalloc(&rows, 64 * sizeof(float));
  mark<<<1, 4>>>(rows, 4, 16);
  cudaDeviceSynchronize();
  cudaFree(rows);
}
