// The pointer that was allocated is freed.
// no kernel
int main() {
  char* memory;
  cudaMalloc(&memory, 64);
  char* at = memory;
  cudaFree(at);
}
