// All threads of the block wait at one barrier, after the branch.
__global__ void work(int* data) {
  if (threadIdx.x % 2) {
    data[threadIdx.x] = 1;
  } else {
    data[threadIdx.x] = 2;
  }
  __syncthreads();
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  work<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
