// Built with `-g`, each vector instruction stands on the line that asks for it.

__device__ float Root(float value) {
  return sqrtf(value);  // expect: vsqrtps
}

__global__ void Lines(float* out, const float* in, int count) {
  __shared__ float words[64];
  const int t = threadIdx.x;
  words[t] = Root(in[t]);
  __syncthreads();
  float sum = in[63 - t];
  if (t < count)
    sum = words[63 - t] / in[t];  // expect: vdivps
  out[t] = rintf(sum);  // expect: vr(ound|ndscale)ps
}

int main() { Lines<<<1, 64>>>(nullptr, nullptr, 1); }
