// A kernel fails, and the host repeats it until a result arrives that never arrives.
// never ends
__global__ void step(int* data, int* is_done) {
  data[threadIdx.x] += 1;  // expect: null-pointer
  if (data[threadIdx.x] == 10) *is_done = 1;
}

int main() {
  int *is_done, done = 0;
  cudaMalloc(&is_done, sizeof(int));
  cudaMemset(is_done, 0, sizeof(int));
  while (!done) {
    step<<<1, 32>>>(nullptr, is_done);
    cudaMemcpy(&done, is_done, sizeof done, cudaMemcpyDeviceToHost);
  }
  cudaFree(is_done);
}
