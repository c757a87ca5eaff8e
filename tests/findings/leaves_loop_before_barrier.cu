// Threads that leave the loop early wait at the next barrier while the others are still at the loop's.
__global__ void add_one(int* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    data[i] += 1;
    __syncthreads();  // expect: barrier-skipped
  }
  __syncthreads();
  if (threadIdx.x == 0) data[0] = 0;
}

int main() {
  int* data;
  cudaMalloc(&data, 100 * sizeof(int));
  cudaMemset(data, 0, 100 * sizeof(int));
  add_one<<<1, 64>>>(data, 100);
  cudaDeviceSynchronize();
  cudaFree(data);
}
