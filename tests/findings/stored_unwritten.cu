// Unwritten values are stored, but neither used nor copied back: with --strict-init they are findings.
// flags: --strict-init
// told: the value is read here and is stored at line 7
__global__ void shift(const float* in, float* out, int n) {
  const int i = threadIdx.x;
  const float next = in[i + 1];  // expect: uninitialized-global
  out[i] = 0.5f * (in[i] + next);
}

__global__ void weigh(const float* in, float* out, bool is_heavy) {
  float weight;
  if (is_heavy) weight = 2;
  out[threadIdx.x] = in[threadIdx.x] * weight;  // expect: uninitialized-local
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 33 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 32 * sizeof(float));
  shift<<<1, 32>>>(in, out, 32);
  weigh<<<1, 32>>>(in, out, false);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
