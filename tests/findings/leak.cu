// The memory is never freed.
int main() {
  int* memory;
  cudaMalloc(&memory, 64);  // expect: leak
  cudaMemset(memory, 0, 64);
}
