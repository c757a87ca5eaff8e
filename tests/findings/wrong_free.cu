// Pinned memory of the host, freed as if it were the device's.
int main() {
  int* memory;
  cudaMallocHost(&memory, 64);  // expect: leak
  memory[0] = 1;
  cudaFree(memory);  // expect: api-misuse
}
