// The last block has fewer threads in range; those out of range return before the full-mask shuffles.
__global__ void sum(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);  // defect: warp-mask
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);  // defect: warp-mask
}
int main() {
  const int n = 100;
  float *x, *out, r;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(out, 0, sizeof(float));
  sum<<<2, 64>>>(x, out, n);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(out);
}
