// Elements where bytes are wanted, the wrong way round.
int main() {
  int host[64] = {}, *device;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  cudaFree(device);
}
