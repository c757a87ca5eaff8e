// Row times pitch is computed in 32 bits.
__global__ void mark(char* base, int pitch, int row) {
  int offset = row * pitch + threadIdx.x;
  base[offset] = 1;  // defect: out-of-bounds-global
}
int main() {
  char* base;
  cudaMalloc(&base, 1 << 20);
  cudaMemset(base, 0, 1 << 20);
  mark<<<1, 32>>>(base, 1 << 16, 40000);
  cudaDeviceSynchronize();
  cudaFree(base);
}
