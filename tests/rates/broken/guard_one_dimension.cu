// Only x is guarded; the rows below the picture are beyond its end.
#include <cstdio>
#include <vector>
__global__ void invert(unsigned char *img, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w) img[y * w + x] = 255 - img[y * w + x];  // defect: out-of-bounds-global
}
int main() {
  int w = 50, h = 30;
  std::vector<unsigned char> p(w * h, 10);
  unsigned char *d;
  cudaMalloc(&d, w * h);
  cudaMemcpy(d, p.data(), w * h, cudaMemcpyHostToDevice);
  dim3 b(16, 16), g((w + 15) / 16, (h + 15) / 16);
  invert<<<g, b>>>(d, w, h);
  cudaMemcpy(p.data(), d, w * h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", p[0]);
}
