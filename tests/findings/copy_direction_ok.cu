// A copy to the host with the right direction.
// no kernel
int main() {
  int host[64] = {}, *device;
  cudaMalloc(&device, sizeof host);
  cudaMemset(device, 0, sizeof host);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
}
