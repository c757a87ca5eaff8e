// Pinned memory of the host, freed as if it were the device's.
int main() {
  int* memory;
  cudaMallocHost(&memory, 64);
  memory[0] = 1;
  cudaFreeHost(memory);
}
