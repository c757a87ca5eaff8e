// More bytes than the allocation has.
int main() {
  int* device;
  cudaMalloc(&device, 64);
  cudaMemset(device, 0, 64);
  cudaFree(device);
}
