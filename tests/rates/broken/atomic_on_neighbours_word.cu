// Flags of one byte are set through an atomic on the whole word while other threads write bytes of it.
__global__ void mark(unsigned char *flags, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  if (i % 2) atomicOr((unsigned *)(flags + i / 4 * 4), 1u << (8 * (i % 4)));  // defect: race-atomic
  else flags[i] = 1;  // defect: race-atomic
}
int main() {
  unsigned char *f;
  cudaMalloc(&f, 64);
  cudaMemset(f, 0, 64);
  mark<<<1, 64>>>(f, 64);
  cudaDeviceSynchronize();
  cudaFree(f);
}
