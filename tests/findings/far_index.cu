// The product of row and width overflows 32 bits.
// told: the index is far off
__global__ void mark(float* rows, int n, int width) {
  const int i = threadIdx.x;
  if (i < n) rows[i * width] = 1;  // expect: out-of-bounds-global
}

int main() {
  float* rows;
  cudaMalloc(&rows, 64 * sizeof(float));
  mark<<<1, 4>>>(rows + 1, 4, 1 << 30);
  cudaDeviceSynchronize();
  cudaFree(rows);
}
