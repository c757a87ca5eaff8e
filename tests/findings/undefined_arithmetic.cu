// Operations that C++ leaves undefined and GPUs define: advice, each on its line.
// counts: undefined-arithmetic
// told: a thread shifts 32 bits by 32
// told: a thread shifts 64 bits by 64
// told: a thread shifts 32 bits by -1
// told: a thread converts 1e\+20 to a whole number of 32 bits, which it does not fit
// told: a thread converts -5 to a whole number of 8 bits
// told: divides the least whole number by -1
__global__ void compute(const int* in, const float* real, unsigned* out) {
  const int i = threadIdx.x;
  out[i] = 1u << in[i];                                       // expect: undefined-arithmetic
  out[32 + i] = (unsigned)(0x123456789ull >> (in[i] + 38));   // expect: undefined-arithmetic
  if (i == 0) out[0] ^= 7u << (in[0] - 1);                    // expect: undefined-arithmetic
  if (i == 1) out[1] += 1 << 40;                              // expect: undefined-arithmetic
  out[64 + i] = (unsigned)(int)real[i];                       // expect: undefined-arithmetic
  out[96 + i] = (unsigned char)(real[i] - 5);                 // expect: undefined-arithmetic
  out[128 + i] = (unsigned)((in[i] == 3 ? (int)0x80000000 : i) / (in[i] - 4));  // expect: undefined-arithmetic, division-by-zero
  // Defined by the documents.
  out[160 + i] = (unsigned)__float2int_rz(real[i]) + __funnelshift_rc(1, 2, in[i]);
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
