// The old way to finish a reduction: the last warp without any synchronisation, relying on lockstep.
#include <cstdio>
#include <vector>
__device__ void warpReduce(volatile float *s, int t) {
  s[t] += s[t + 32];  // defect: race-shared|lost-update
  s[t] += s[t + 16];  // defect: race-shared|lost-update
  s[t] += s[t + 8];   // defect: race-shared|lost-update
  s[t] += s[t + 4];   // defect: race-shared|lost-update
  s[t] += s[t + 2];   // defect: race-shared|lost-update
  s[t] += s[t + 1];   // defect: race-shared|lost-update
}
__global__ void reduce(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) warpReduce(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}
int main() {
  std::vector<float> h(512, 1), r(4);
  float *a, *b;
  cudaMalloc(&a, 2048); cudaMalloc(&b, 16);
  cudaMemcpy(a, h.data(), 2048, cudaMemcpyHostToDevice);
  reduce<<<4, 128>>>(a, b);
  cudaMemcpy(r.data(), b, 16, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%f\n", r[0]);
}
