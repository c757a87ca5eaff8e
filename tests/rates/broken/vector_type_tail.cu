// A copy by float4 goes over the end where the size is no multiple of four.
__global__ void copy(const float4* in, float4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (n + 3) / 4) out[i] = in[i];  // defect: out-of-bounds-global
}
int main() {
  const int n = 1001;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  copy<<<1, 256>>>(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out), n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
