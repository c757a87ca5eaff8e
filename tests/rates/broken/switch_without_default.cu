// A switch that does not know one of the operations.
__global__ void apply(const int *op, float *x, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  float r;
  switch (op[i]) {
    case 0: r = x[i] + 1; break;
    case 1: r = x[i] * 2; break;
  }
  x[i] = r > 10 ? 10 : r;  // defect: uninitialized-local
}
int main() {
  int h[32], *o;
  float *x;
  for (int i = 0; i < 32; ++i) h[i] = i % 3;
  cudaMalloc(&o, 128); cudaMalloc(&x, 128);
  cudaMemcpy(o, h, 128, cudaMemcpyHostToDevice);
  cudaMemset(x, 0, 128);
  apply<<<1, 32>>>(o, x, 32);
  cudaDeviceSynchronize();
  cudaFree(o); cudaFree(x);
}
