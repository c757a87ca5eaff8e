// A pitched allocation is written as if its rows were dense; the copy back takes the pitch.
#include <cstdio>
#include <vector>
__global__ void fill(float *p, int w, int h) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) p[y * w + x] = 1;
}
int main() {
  const int w = 20, h = 8;
  float *p; size_t pitch;
  cudaMallocPitch(&p, &pitch, w * 4, h);
  fill<<<1, dim3(32, 8)>>>(p, w, h);
  std::vector<float> r(w * h);
  cudaMemcpy2D(r.data(), w * 4, p, pitch, w * 4, h, cudaMemcpyDeviceToHost);  // defect: uninitialized-copy
  cudaFree(p);
  printf("%f\n", r[w * h - 1]);
}
