// The same with every operand tested first, and operations that only seem to leave their range.
// counts: undefined-arithmetic
__device__ int clamped(float x) { return x < -2147483648.0f ? (int)0x80000000 : x >= 2147483648.0f ? 0x7fffffff : (int)x; }
__global__ void compute(const int* in, const float* real, unsigned* out) {
  const int i = threadIdx.x;
  out[i] = in[i] < 32 ? 1u << in[i] : 0;
  out[32 + i] = (unsigned)(0x123456789ull >> ((in[i] + 38) & 63));
  out[64 + i] = (unsigned)clamped(real[i]);
  out[96 + i] = (unsigned char)fminf(fmaxf(real[i] - 5, -0.5f), 255.9f);
  const int divisor = in[i] - 4;
  out[128 + i] = divisor == 0 ? 0 : divisor == -1 ? 0u - (unsigned)i : (unsigned)(i / divisor);
  // Integers of eight and sixteen bits are shifted as int.
  out[160 + i] = (unsigned)((unsigned char)in[i] << 20 | (short)in[i] >> 31);
}

int main() {
  int in[32];
  float real[32];
  for (int i = 0; i < 32; ++i) in[i] = i, real[i] = i == 5 ? 1e20f : (float)i;
  in[31] = 32;
  int* d_in;
  float* d_real;
  unsigned *out, host[192];
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_real, sizeof real);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpy(d_real, real, sizeof real, cudaMemcpyHostToDevice);
  compute<<<1, 32>>>(d_in, d_real, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_real);
  cudaFree(out);
}
