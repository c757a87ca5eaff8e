// Pinned host memory that is freed by the matching call.
// no kernel
int main() {
  int* memory;
  cudaMallocHost(&memory, 64);
  memory[0] = 1;
  cudaFreeHost(memory);
}
