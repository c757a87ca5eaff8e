// A private histogram with a bin for each value.
__global__ void count(const int* in, int* out) {
  int bins[4] = {0, 0, 0, 0};
  for (int i = 0; i < 16; ++i) bins[in[i] % 4]++;
  out[threadIdx.x] = bins[threadIdx.x % 4];
}

int main() {
  int *in, *out, host[16];
  for (int i = 0; i < 16; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  count<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
