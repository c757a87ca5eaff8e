// All allocated memory is freed.
// no kernel
int main() {
  int* memory;
  cudaMalloc(&memory, 64);
  cudaMemset(memory, 0, 64);
  cudaFree(memory);
}
