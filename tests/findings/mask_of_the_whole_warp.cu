// Half a warp shuffles with a mask that includes the other half, which waits elsewhere.
__global__ void reduce(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x < 16) {
    value += __shfl_xor_sync(0xffffffff, value, 1);  // expect: warp-mask
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
