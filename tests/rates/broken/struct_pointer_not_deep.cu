// A struct with a pointer to host memory is copied as it is.
#include <vector>
struct Matrix {
  int rows, cols;
  float* data;
};
__global__ void scale(Matrix* m, float f) {
  int i = threadIdx.x;
  if (i < m->rows * m->cols) m->data[i] *= f;  // defect: host-pointer
}
int main() {
  std::vector<float> values(64, 1.0f);
  Matrix h{8, 8, values.data()}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 64>>>(d, 3.0f);
  cudaDeviceSynchronize();
  cudaFree(d);
}
