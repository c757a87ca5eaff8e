// `__syncwarp` orders the memory accesses of the lanes.
__global__ void Mirror(int* out) {
  __shared__ int row[32];
  row[threadIdx.x] = threadIdx.x;
  __syncwarp();
  const int other = __shfl_xor_sync(~0u, threadIdx.x, 1);
  out[threadIdx.x] = row[31 - threadIdx.x] + other;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  Mirror<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
