// The pointer has moved since the allocation.
int main() {
  char* memory;
  cudaMalloc(&memory, 64);
  char* at = memory + 16;
  cudaFree(at);  // expect: free-inner
  cudaFree(memory);
}
