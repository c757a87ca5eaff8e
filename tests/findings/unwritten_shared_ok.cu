// The whole tile is filled before a branch depends on it.
__global__ void count(int* out) {
  __shared__ int tile[64];
  if (threadIdx.x < 64) tile[threadIdx.x] = 1;
  __syncthreads();
  if (tile[threadIdx.x] > 0) out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  count<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
