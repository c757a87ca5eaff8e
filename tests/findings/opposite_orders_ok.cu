// Two warps wait at two named barriers, in the same order.
__global__ void work(int* data) {
  if (threadIdx.x < 32) {
    __barrier_sync_count(1, 64);
    __barrier_sync_count(2, 64);
  } else {
    __barrier_sync_count(1, 64);
    __barrier_sync_count(2, 64);
  }
  data[threadIdx.x] = 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  work<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
