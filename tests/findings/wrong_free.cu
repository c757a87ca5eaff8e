// Pinned host memory that is freed like device memory.
int main() {
  int* memory;
  cudaMallocHost(&memory, 64);  // expect: leak
  memory[0] = 1;
  cudaFree(memory);  // expect: api-misuse
}
