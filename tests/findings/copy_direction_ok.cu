// Copied back with the direction of the way there.
int main() {
  int host[64] = {}, *device;
  cudaMalloc(&device, sizeof host);
  cudaMemset(device, 0, sizeof host);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
}
