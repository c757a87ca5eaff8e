// A histogram with atomics.
__global__ void count(const int* in, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[in[i]], 1);
}

int main() {
  int *in, *bins;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&bins, 4 * sizeof(int));
  cudaMemset(in, 0, 128 * sizeof(int));
  cudaMemset(bins, 0, 4 * sizeof(int));
  count<<<2, 64>>>(in, bins);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(bins);
}
