// The block's index was forgotten where the result is stored.
__global__ void square(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[threadIdx.x] = in[i] * in[i];  // defect: race-global
}
int main() {
  int h[256], *in, *out;
  for (int i = 0; i < 256; ++i) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemset(out, 0, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  square<<<4, 64>>>(in, out, 256);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
