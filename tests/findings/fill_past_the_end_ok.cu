// As many bytes as the allocation has.
// no kernel
int main() {
  int* device;
  cudaMalloc(&device, 64);
  cudaMemset(device, 0, 64);
  cudaFree(device);
}
