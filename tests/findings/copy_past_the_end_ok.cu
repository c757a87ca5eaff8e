// As many bytes as both sides have.
// no kernel
int main() {
  int host[64] = {}, *device;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  cudaFree(device);
}
