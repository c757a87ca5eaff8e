// Half of the block waits at one barrier and half at another.
__global__ void work(int* data) {
  if (threadIdx.x % 2) {
    data[threadIdx.x] = 1;
    __syncthreads();
  } else {
    data[threadIdx.x] = 2;
    __syncthreads();  // expect: barrier-mixed
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  work<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
