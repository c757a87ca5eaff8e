// The barrier is inside the branch; the other threads continue without it.
__global__ void twice(int* data, int n) {
  __shared__ int tile[64];
  if (threadIdx.x < n) {
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();  // expect: barrier-skipped
    data[threadIdx.x] = 2 * tile[n - 1 - threadIdx.x];
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  twice<<<1, 64>>>(data, 48);
  cudaDeviceSynchronize();
  cudaFree(data);
}
