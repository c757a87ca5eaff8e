// Half a warp shuffles with a mask of that half.
__global__ void reduce(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x < 16) {
    value += __shfl_xor_sync(0x0000ffff, value, 1);
  }
  __syncthreads();
  data[threadIdx.x] = value;
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  reduce<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
