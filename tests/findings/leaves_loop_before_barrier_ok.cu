// Threads without further work leave the loop with the barrier, and the kernel; the others synchronise without them, as
// Volta and later allow.
__global__ void add_one(int* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    data[i] += 1;
    __syncthreads();
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 100 * sizeof(int));
  cudaMemset(data, 0, 100 * sizeof(int));
  add_one<<<1, 64>>>(data, 100);
  cudaDeviceSynchronize();
  cudaFree(data);
}
