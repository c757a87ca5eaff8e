// The result arrives.
__global__ void step(int* data, int* is_done) {
  data[threadIdx.x] += 1;
  if (threadIdx.x == 0 && data[0] == 10) *is_done = 1;
}

int main() {
  int *data, *is_done, done = 0;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&is_done, sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  cudaMemset(is_done, 0, sizeof(int));
  while (!done) {
    step<<<1, 32>>>(data, is_done);
    cudaMemcpy(&done, is_done, sizeof done, cudaMemcpyDeviceToHost);
  }
  cudaFree(data);
  cudaFree(is_done);
}
