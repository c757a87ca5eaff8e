// A recursion that ends.
__device__ int depth(const int* data, int n) {
  int own[256];
  for (int i = 0; i < 256; ++i) own[i] = n;
  return n == data[0] ? own[n % 256] : depth(data, n + 1) + own[(n + data[0]) % 256];
}

__global__ void work(const int* data, int* out) { out[0] = depth(data, 1); }

int main() {
  int *data, *out, host = 9;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(data, &host, sizeof host, cudaMemcpyHostToDevice);
  cudaDeviceSetLimit(cudaLimitStackSize, 16 * 1024);
  work<<<1, 1>>>(data, out);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
