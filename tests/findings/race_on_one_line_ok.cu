// The twin of race_on_one_line.cu: a barrier between write and read.
__global__ void turn(int* out) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  tile[i] = i; __syncthreads(); out[i] = tile[63 - i];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  turn<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
