// No divisor in the data is zero.
__global__ void divide(const int* in, int* out) {
  out[threadIdx.x] = 100 / in[threadIdx.x];
}

int main() {
  int *in, *out, host[32];
  for (int i = 0; i < 32; ++i) host[i] = i + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  divide<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
