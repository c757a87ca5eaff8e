// The mask includes the lower half only, but all lanes call.
__global__ void vote(int* data) {
  data[threadIdx.x] = __any_sync(0x0000ffff, threadIdx.x == 3);  // expect: warp-mask
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  vote<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
