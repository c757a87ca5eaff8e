// The grid is rounded down: the right and lower edge of the picture are never written.
#include <vector>
__global__ void gradient(unsigned char* p, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h) p[y * w + x] = (x + y) & 255;
}
int main() {
  const int w = 100, h = 50;
  std::vector<unsigned char> host(w * h);
  unsigned char* p;
  cudaMalloc(&p, w * h);
  gradient<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(p, w, h);
  cudaMemcpy(host.data(), p, w * h, cudaMemcpyDeviceToHost);  // defect: uninitialized-copy
  cudaFree(p);
}
