// An assertion that holds for every thread.
#include <cassert>

__global__ void work(int* data) {
  assert(data[threadIdx.x] < 32);
}

int main() {
  int *data, host[32];
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  work<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
