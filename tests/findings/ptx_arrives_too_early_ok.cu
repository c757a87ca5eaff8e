// A named barrier of inline PTX: the producer writes, arrives and goes on.
__global__ void Pass(int* out) {
  __shared__ int buffer[32];
  const int i = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    buffer[i] = i;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
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
