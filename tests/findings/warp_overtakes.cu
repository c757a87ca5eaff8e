// A warp passes rows to another through two buffers, and gets two rows ahead before the other has read one.
__global__ void hand_on(const int* in, int* out, int rows) {
  __shared__ int buffer[2][32];
  __shared__ volatile int ready;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int row = 0; row < rows; ++row) {
      buffer[row % 2][lane] = in[row * 32 + lane];  // expect: race-shared
      __threadfence_block();
      __syncwarp();
      if (lane == 0) ready = row + 1;
      __syncwarp();
    }
  } else {
    int sum = 0;
    for (int row = 0; row < rows; ++row) {
      while (ready <= row) {
      }
      __threadfence_block();
      sum += buffer[row % 2][31 - lane];
    }
    out[lane] = sum;
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 8 * 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(in, 0, 8 * 32 * sizeof(int));
  hand_on<<<1, 64>>>(in, out, 8);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
