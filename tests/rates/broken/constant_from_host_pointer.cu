// Coefficients are copied to constant memory with a size in elements of the wrong type.
#include <cstdio>
__constant__ float weights[9];
__global__ void apply(const float* in, float* out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < 9; ++k) sum += weights[k] * in[i];
    out[i] = sum;
  }
}
int main() {
  double w[9];
  for (double& x : w) x = 1.0 / 9;
  cudaMemcpyToSymbol(weights, w, sizeof w);  // defect: copy-out-of-bounds
  float *in, *out;
  cudaMalloc(&in, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 32 * sizeof(float));
  apply<<<1, 32>>>(in, out, 32);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(in);
  cudaFree(out);
}
