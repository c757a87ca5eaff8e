// A loader warp and a worker warp share two buffers; each waits for the other.
__global__ void overlap(const int* in, int* out, int rounds) {
  __shared__ int buffer[2][32];
  __shared__ volatile int ready, used;
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) ready = 0, used = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int r = 0; r < rounds; ++r) {
      while (r - used >= 2) {
      }
      __threadfence_block();
      buffer[r % 2][lane] = in[r * 32 + lane];
      __threadfence_block();
      __syncwarp();
      if (lane == 0) ready = r + 1;
    }
  } else {
    int sum = 0;
    for (int r = 0; r < rounds; ++r) {
      while (ready <= r) {
      }
      __threadfence_block();
      __syncwarp();
      sum += buffer[r % 2][31 - lane];
      __threadfence_block();
      __syncwarp();
      if (lane == 0) used = r + 1;
    }
    out[lane] = sum;
  }
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 32 * 8 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * 8 * sizeof(int));
  overlap<<<1, 64>>>(in, out, 8);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
