// A function with a barrier is called by the threads with data only.
__device__ __noinline__ float smooth(float *s, int t) {
  __syncthreads();  // defect: barrier-skipped|barrier-mixed
  return (s[t] + s[t ^ 1]) / 2;
}
__global__ void run(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t < n ? in[t] : 0;
  float v = 0;
  if (t < n) v = smooth(s, t);  // defect: barrier-skipped|barrier-mixed
  __syncthreads();
  out[t] = v + s[63 - t];
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 256); cudaMalloc(&b, 256);
  cudaMemset(a, 0, 256);
  run<<<1, 64>>>(a, b, 50);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b);
}
