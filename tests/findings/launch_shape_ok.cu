// 1024 threads in a block, the maximum.
__global__ void set(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 2048 * sizeof(int));
  set<<<2, 1024>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
