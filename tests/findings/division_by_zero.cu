// An integer divided by a zero from the data.
__global__ void divide(const int* in, int* out) {
  out[threadIdx.x] = 100 / in[threadIdx.x];  // expect: division-by-zero
}

int main() {
  int *in, *out, host[32];
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  divide<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
