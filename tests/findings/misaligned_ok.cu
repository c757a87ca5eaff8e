// Four floats at once from addresses that are multiples of sixteen.
__global__ void first_four(const float* in, float* out) {
  const float4 four = *(const float4*)(in + 4);
  out[0] = four.x + four.w;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 32 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(in, 0, 32 * sizeof(float));
  first_four<<<1, 1>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
