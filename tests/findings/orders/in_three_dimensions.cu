// Every thread of a three-dimensional grid stores an unwritten number.
__global__ void store(int* out, int n) {
  int value;
  if (n > 100) value = n;
  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  out[block * 8 + thread] = value;
}

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  store<<<dim3(2, 2, 2), dim3(2, 2, 2)>>>(out, 7);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
}
