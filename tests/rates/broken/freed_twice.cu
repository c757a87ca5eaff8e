// Two owners free the same array.
#include <cstdio>
struct Matrix { float *data; int n; void release() { cudaFree(data); } };  // defect: double-free
__global__ void touch(Matrix m) { if (threadIdx.x < m.n) m.data[threadIdx.x] = 1; }
int main() {
  Matrix a{nullptr, 32};
  cudaMalloc(&a.data, 128);
  Matrix b = a;
  touch<<<1, 32>>>(b);
  cudaDeviceSynchronize();
  a.release();
  b.release();
  printf("done\n");
}
