// flags: --rounds 100000
// The loop's step is zero, so it never ends.
__global__ void halve(int* data) {
  int n = data[threadIdx.x];
  while (n > 1) {  // expect: endless-kernel
    n -= n / 4096;
  }
  data[threadIdx.x] = n;
}

int main() {
  int *data, host[32];
  for (int& value : host) value = 8000;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  halve<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
