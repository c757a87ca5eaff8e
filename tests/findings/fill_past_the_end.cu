// More bytes than the allocation has.
int main() {
  int* device;
  cudaMalloc(&device, 64);
  cudaMemset(device, 0, 64 * sizeof(int));  // expect: fill-out-of-bounds
  cudaFree(device);
}
