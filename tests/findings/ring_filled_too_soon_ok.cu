// The producer waits until the slot is free.
__global__ void pass_on(const int* in, int count, int* slots, volatile int* filled, volatile int* taken, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < count; ++i) {
      while (i - *taken >= 4) {
      }
      __threadfence();
      slots[i % 4] = in[i];
      __threadfence();
      *filled = i + 1;
    }
  } else {
    for (int i = 0; i < count; ++i) {
      while (*filled <= i) {
      }
      __threadfence();
      out[i] = slots[i % 4];
      __threadfence();
      *taken = i + 1;
    }
  }
}

int main() {
  int *in, *slots, *counters, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&slots, 4 * sizeof(int));
  cudaMalloc(&counters, 2 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  cudaMemset(counters, 0, 2 * sizeof(int));
  pass_on<<<2, 32>>>(in, 64, slots, counters, counters + 1, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(slots);
  cudaFree(counters);
  cudaFree(out);
}
