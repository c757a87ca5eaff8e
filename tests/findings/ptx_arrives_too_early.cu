// A named barrier of inline PTX: the producer arrives before it has written.
__global__ void Pass(int* out) {
  __shared__ int buffer[32];
  const int i = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    buffer[i] = i;  // expect: race-shared
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[i] = buffer[i];
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  Pass<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
