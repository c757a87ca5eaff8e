// Valid arguments at their limits: nothing to copy, pitches without rows, whole allocations, the end of one.
#include <vector>

__constant__ int table[4];
__global__ void nothing() {}

int main() {
  std::vector<char> host(8192), empty;
  char* device;
  cudaMalloc(&device, 4096);
  cudaMemset(device, 0, 4096);
  cudaMemcpy(device, empty.data(), 0, cudaMemcpyHostToDevice);
  cudaMemcpy2D(device, 128, host.data(), 256, 128, 32, cudaMemcpyHostToDevice);
  cudaMemcpy(device + 4032, host.data(), 64, cudaMemcpyHostToDevice);
  cudaMemcpy(host.data(), device, 4096, cudaMemcpyDefault);
  cudaMemset2D(device, 16, 0, 16, 256);
  cudaMemset(device + 4080, 0, 16);
  cudaMemcpyToSymbol(table, host.data(), 8, 8);
  nothing<<<dim3(1, 65535), 1>>>();
  cudaDeviceSynchronize();
  cudaFree(nullptr);
  cudaFree(device);
}
