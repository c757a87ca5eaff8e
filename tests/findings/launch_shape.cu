// 2048 threads in a block: nothing runs, and the error is ignored.
__global__ void set(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 2048 * sizeof(int));
  set<<<1, 2048>>>(out);  // expect: launch-shape, error-ignored
  cudaDeviceSynchronize();
  cudaFree(out);
}
