// Row and column are swapped for a matrix that is not square.
#include <cstdio>
#include <vector>
__global__ void transpose(const double *in, double *out, int rows, int cols) {
  int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
  if (r < rows && c < cols) out[c * cols + r] = in[r * cols + c];  // defect: out-of-bounds-global|race-global
}
int main() {
  const int rows = 20, cols = 60;
  std::vector<double> h(rows * cols, 1);
  double *a, *b;
  cudaMalloc(&a, rows * cols * sizeof(double)); cudaMalloc(&b, rows * cols * sizeof(double));
  cudaMemcpy(a, h.data(), rows * cols * sizeof(double), cudaMemcpyHostToDevice);
  transpose<<<dim3(4, 2), dim3(16, 16)>>>(a, b, rows, cols);
  cudaFree(a); cudaFree(b);
  printf("done\n");
}
