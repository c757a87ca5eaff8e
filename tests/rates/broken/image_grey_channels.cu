// RGB to grey: the source has three bytes a pixel, the allocation one.
#include <vector>
__global__ void grey(const unsigned char* rgb, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int i = y * w + x;
  out[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;  // defect: out-of-bounds-global
}
int main() {
  const int w = 60, h = 40;
  unsigned char *rgb, *out;
  cudaMalloc(&rgb, w * h);
  cudaMalloc(&out, w * h);
  cudaMemset(rgb, 128, w * h);
  grey<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(rgb, out, w, h);
  cudaDeviceSynchronize();
  cudaFree(rgb);
  cudaFree(out);
}
