// Elements where bytes are wanted, the wrong way round.
int main() {
  int host[64] = {}, *device;
  cudaMalloc(&device, 64);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);  // expect: copy-out-of-bounds
  cudaFree(device);
}
