// Each thread leaves the loop when its own value has converged; the others go on meeting at barriers.
__global__ void iterate(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, v = in[t];
  while (v > 0) {
    s[t] = v;
    __syncthreads();  // defect: barrier-skipped|barrier-mixed
    v = s[(t + 1) % 64] - 3;
    __syncthreads();  // defect: barrier-skipped|barrier-mixed
  }
  s[t] = 0;
  __syncthreads();  // defect: barrier-skipped|barrier-mixed
  out[t] = s[63 - t];
}
int main() {
  int h[64], *a, *b;
  for (int i = 0; i < 64; ++i) h[i] = i % 11;
  cudaMalloc(&a, 256); cudaMalloc(&b, 256);
  cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice);
  iterate<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b);
}
