// Lanes of a warp wait for a flag that is read in a function.
__device__ int flag(const int* address) {
  const volatile int* current = address;
  return *current;
}

__global__ void relay(int* data, int* done) {
  int t = threadIdx.x;
  while (t > 0 && flag(&done[t - 1]) == 0) {
  }
  data[t] = t > 0 ? data[t - 1] + 1 : 0;
  __threadfence();
  *(volatile int*)&done[t] = 1;
}

int main() {
  int *data, *done;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&done, 64 * sizeof(int));
  cudaMemset(done, 0, 64 * sizeof(int));
  relay<<<1, 64>>>(data, done);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(done);
}
