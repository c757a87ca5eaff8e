// Pinned memory is filled again while its copy may still run.
__global__ void add(const int* x, int* sum) { atomicAdd(sum, x[threadIdx.x]); }
int main() {
  int *host, *x, *sum;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMallocHost(&host, 128 * sizeof(int));
  cudaMalloc(&x, 128 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 128; ++i)
      host[i] = round + i;  // defect: not-synchronized
    cudaMemcpyAsync(x, host, 128 * sizeof(int), cudaMemcpyHostToDevice, s);
    add<<<1, 128, 0, s>>>(x, sum);
  }
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
  cudaFree(x);
  cudaFree(sum);
  cudaFreeHost(host);
}
