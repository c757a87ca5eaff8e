// All threads take the branch.
__global__ void work(int* data, int n) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < n) {
    data[threadIdx.x] = 1;
    __syncthreads();
  }
  data[threadIdx.x] = tile[threadIdx.x];
  __syncthreads();
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  work<<<1, 64>>>(data, 64);
  cudaDeviceSynchronize();
  cudaFree(data);
}
