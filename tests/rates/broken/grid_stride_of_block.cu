// The stride of the loop is the block's size, with several blocks in the grid.
__global__ void smooth(float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) x[i] = x[i] * 0.5f + 1;  // defect: race-global|lost-update
}
int main() {
  const int n = 1000;
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  smooth<<<4, 64>>>(x, n);
  cudaDeviceSynchronize();
  cudaFree(x);
}
