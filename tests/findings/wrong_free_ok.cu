// Pinned memory of the host, freed as such.
// no kernel
int main() {
  int* memory;
  cudaMallocHost(&memory, 64);
  memory[0] = 1;
  cudaFreeHost(memory);
}
