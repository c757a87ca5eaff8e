// Half of the block waits at one barrier and half at another; and in `pieces`, some leave after one while others meet at two.
// counts: barrier-mixed
__global__ void work(int* data) {
  if (threadIdx.x % 2) {
    data[threadIdx.x] = 1;
    __syncthreads();
  } else {
    data[threadIdx.x] = 2;
    __syncthreads();  // expect: barrier-mixed
  }
}

__global__ void pieces(int* data) {
  if (threadIdx.x < 32) {
    data[threadIdx.x] = 1;
    __syncthreads();
    return;
  }
  data[threadIdx.x] = 2;
  __syncthreads();  // expect: barrier-mixed
  data[threadIdx.x] += 2;
  __syncthreads();
  data[threadIdx.x] += 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  work<<<1, 64>>>(data);
  pieces<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
