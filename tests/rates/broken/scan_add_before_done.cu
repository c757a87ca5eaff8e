// Every block adds the sums of the blocks before it in the kernel that also makes them.
__global__ void prefix(int* data, int* sums) {
  __shared__ int total;
  if (threadIdx.x == 0) {
    int s = 0;
    for (int i = 0; i < blockDim.x; ++i) {
      s += data[blockIdx.x * blockDim.x + i];
      data[blockIdx.x * blockDim.x + i] = s;
    }
    sums[blockIdx.x] = s;  // defect: race-global
    total = 0;
    for (int b = 0; b < blockIdx.x; ++b) total += sums[b];  // defect: race-global
  }
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] += total;
}
int main() {
  int *d, *s;
  cudaMalloc(&d, 512 * sizeof(int));
  cudaMalloc(&s, 4 * sizeof(int));
  cudaMemset(d, 0, 512 * sizeof(int));
  cudaMemset(s, 0, 4 * sizeof(int));
  prefix<<<4, 128>>>(d, s);
  cudaDeviceSynchronize();
  cudaFree(d);
  cudaFree(s);
}
