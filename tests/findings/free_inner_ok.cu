// The pointer has moved since the allocation.
int main() {
  char* memory;
  cudaMalloc(&memory, 64);
  char* at = memory;
  cudaFree(at);
}
