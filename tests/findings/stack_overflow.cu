// An endless recursion.
__device__ int depth(const int* data, int n) {
  int own[256];
  for (int i = 0; i < 256; ++i) own[i] = n;
  return n == data[0] ? own[n % 256] : depth(data, n + 1) + own[(n + data[0]) % 256];  // expect: stack-overflow
}

__global__ void work(const int* data, int* out) { out[0] = depth(data, 1); }

int main() {
  int *data, *out, host = -1;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(data, &host, sizeof host, cudaMemcpyHostToDevice);
  work<<<1, 1>>>(data, out);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
