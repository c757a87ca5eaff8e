// The producer fills a slot again without checking the consumer's progress. In serial order it finishes before the consumer
// starts, so nothing is visible; `check` by itself still finds it.
__global__ void pass_on(const int* in, int count, int* slots, volatile int* filled, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < count; ++i) {
      slots[i % 4] = in[i];  // expect: race-global
      __threadfence();
      *filled = i + 1;
    }
  } else {
    for (int i = 0; i < count; ++i) {
      while (*filled <= i) {
      }
      __threadfence();
      out[i] = slots[i % 4];
    }
  }
}

int main() {
  int *in, *slots, *filled, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&slots, 4 * sizeof(int));
  cudaMalloc(&filled, sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  cudaMemset(filled, 0, sizeof(int));
  pass_on<<<2, 32>>>(in, 64, slots, filled, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(slots);
  cudaFree(filled);
  cudaFree(out);
}
