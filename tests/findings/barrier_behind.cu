// The threads of the branch come to its barrier, and to the one below when the others have long left it.
__global__ void work(int* data, int n) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < n) {
    data[threadIdx.x] = 1;
    __syncthreads();  // expect: barrier-skipped
  }
  data[threadIdx.x] = tile[threadIdx.x];
  __syncthreads();
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  work<<<1, 64>>>(data, 32);
  cudaDeviceSynchronize();
  cudaFree(data);
}
