// Branch and barrier share a line: the threads diverge there, not where those that skip the barrier end.
__global__ void shift(int* data, int n) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  tile[i] = data[i];
  if (i < n) __syncthreads();  // expect: barrier-skipped
  // (parts at line 6)
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
