// An index so far outside that it reaches the next allocation, past the red zone.
__global__ void set(int* a, int* b, int shift) {
  a[threadIdx.x + shift] = 1;  // expect: out-of-bounds-global
  b[threadIdx.x] = 2;
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  set<<<1, 16>>>(a, b, 128);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
