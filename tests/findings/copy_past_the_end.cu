// A number of elements where bytes are expected, too large for one side.
int main() {
  int host[64] = {}, *device;
  cudaMalloc(&device, 64);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);  // expect: copy-out-of-bounds
  cudaFree(device);
}
