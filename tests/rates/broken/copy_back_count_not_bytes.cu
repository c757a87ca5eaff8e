// The number of elements is passed where bytes are wanted: most of the input never arrives.
#include <cstdio>
#include <vector>
__global__ void square(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];  // defect: uninitialized-global
}
int main() {
  const int n = 256;
  std::vector<int> h(n, 3);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, h.data(), n, cudaMemcpyHostToDevice);  // defect: uninitialized-global
  square<<<1, 256>>>(in, out, n);
  cudaMemcpy(h.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);  // defect: uninitialized-global|uninitialized-copy
  printf("%d\n", h[100]);
  cudaFree(in);
  cudaFree(out);
}
