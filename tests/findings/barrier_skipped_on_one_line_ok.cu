// The twin of barrier_skipped_on_one_line.cu: all threads reach the barrier.
__global__ void shift(int* data, int n) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  tile[i] = data[i];
  __syncthreads();
  int mine = tile[i];
  data[i] = 2 * mine;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  shift<<<1, 64>>>(data, 48);
  cudaDeviceSynchronize();
  cudaFree(data);
}
