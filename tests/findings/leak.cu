// Nobody frees it.
int main() {
  int* memory;
  cudaMalloc(&memory, 64);  // expect: leak
  cudaMemset(memory, 0, 64);
}
