// A flag that is never set if the input is small, and two locks taken in opposite orders by atomics only.
__global__ void wait(volatile int* flag, int* data, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0 && n > 100) *flag = 1;
  if (blockIdx.x == 1 && threadIdx.x == 0)
    while (*flag == 0) {}  // expect: deadlock
  data[blockIdx.x * 32 + threadIdx.x] = n;
}

int main() {
  int *flag, *data;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<2, 32>>>(flag, data, 10);
  cudaDeviceSynchronize();
  cudaFree(flag);
  cudaFree(data);
}
