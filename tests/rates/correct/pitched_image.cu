// Pitched rows, 2D copies both ways, and a window of the picture only.
#include <cstdio>
#include <vector>
__global__ void invert(unsigned char* p, std::size_t pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) p[y * pitch + x] = 255 - p[y * pitch + x];
}
int main() {
  const int w = 70, h = 30;
  std::vector<unsigned char> host(w * h, 10), window(20 * 10);
  unsigned char* d;
  std::size_t pitch;
  cudaMallocPitch(&d, &pitch, w, h);
  cudaMemcpy2D(d, pitch, host.data(), w, w, h, cudaMemcpyHostToDevice);
  invert<<<dim3(5, 4), dim3(16, 8)>>>(d, pitch, w, h);
  cudaMemcpy2D(window.data(), 20, d + 5 * pitch + 7, pitch, 20, 10, cudaMemcpyDeviceToHost);
  printf("%d\n", window[0]);
  cudaFree(d);
}
