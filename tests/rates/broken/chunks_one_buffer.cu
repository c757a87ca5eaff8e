// Two streams work through chunks, and both use the same staging buffer on the device.
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;  // defect: race-streams
}
int main() {
  const int n = 4096, chunk = 1024;
  float *host, *device;
  cudaMallocHost(&host, n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = float(i);
  cudaMalloc(&device, chunk * sizeof(float));
  cudaStream_t streams[2];
  for (cudaStream_t& s : streams) cudaStreamCreate(&s);
  for (int c = 0; c < n / chunk; ++c) {
    cudaStream_t s = streams[c % 2];
    cudaMemcpyAsync(device, host + c * chunk, chunk * sizeof(float), cudaMemcpyHostToDevice, s);  // defect: race-streams
    scale<<<chunk / 256, 256, 0, s>>>(device, chunk);
    cudaMemcpyAsync(host + c * chunk, device, chunk * sizeof(float), cudaMemcpyDeviceToHost, s);  // defect: race-streams
  }
  cudaDeviceSynchronize();
  for (cudaStream_t s : streams) cudaStreamDestroy(s);
  cudaFree(device);
  cudaFreeHost(host);
}
