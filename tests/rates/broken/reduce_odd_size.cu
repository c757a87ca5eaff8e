// Halving a block whose size is no power of two drops an element, and the partial block reads cells that nobody set.
#include <cstdio>
__global__ void maximum(const float* in, float* out, int n) {
  extern __shared__ float best[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) best[threadIdx.x] = in[i];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k) best[threadIdx.x] = fmaxf(best[threadIdx.x], best[threadIdx.x + k]);  // defect: uninitialized-shared
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = best[0];  // defect: uninitialized-shared
}
int main() {
  const int n = 100;
  float h[n], r[2], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = float(i);
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  maximum<<<2, 64, 64 * sizeof(float)>>>(in, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%f %f\n", r[0], r[1]);
  cudaFree(in);
  cudaFree(out);
}
