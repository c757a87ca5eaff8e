// The mask includes all lanes that call.
__global__ void vote(int* data) {
  data[threadIdx.x] = __any_sync(0xffffffff, threadIdx.x == 3);
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  vote<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
