// A shifted index that stays in its own allocation.
__global__ void set(int* a, int* b, int shift) {
  a[threadIdx.x + shift] = 1;
  b[threadIdx.x] = 2;
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  set<<<1, 16>>>(a, b, 48);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
