// A copy to the host with the direction of a copy to the device.
int main() {
  int host[64] = {}, *device;
  cudaMalloc(&device, sizeof host);
  cudaMemset(device, 0, sizeof host);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice);  // expect: copy-direction
  cudaFree(device);
}
