// A picture is mirrored in place by half of the threads; another kernel dithers each row by one thread.
#include <cstdio>
#include <vector>
__global__ void mirror(uchar4* picture, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w / 2) return;
  uchar4 left = picture[y * w + x];
  picture[y * w + x] = picture[y * w + w - 1 - x];
  picture[y * w + w - 1 - x] = left;
}
__global__ void dither(uchar4* picture, int w, int h) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  int error = 0;
  for (int x = 0; x < w; ++x) {
    uchar4& p = picture[y * w + x];
    int v = p.x + error, q = v > 127 ? 255 : 0;
    error = v - q;
    p = make_uchar4(q, q, q, p.w);
  }
}
int main() {
  const int w = 101, h = 20;
  std::vector<uchar4> host(w * h, make_uchar4(100, 100, 100, 255));
  uchar4* d;
  cudaMalloc(&d, w * h * sizeof(uchar4));
  cudaMemcpy(d, host.data(), w * h * sizeof(uchar4), cudaMemcpyHostToDevice);
  mirror<<<dim3(1, h), 64>>>(d, w);
  dither<<<1, 32>>>(d, w, h);
  cudaMemcpy(host.data(), d, w * h * sizeof(uchar4), cudaMemcpyDeviceToHost);
  printf("%d\n", host[5].x);
  cudaFree(d);
}
