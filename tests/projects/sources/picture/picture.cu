#include "picture/picture.h"

#include <cuda_runtime.h>

__constant__ int brightest = 255;

template <class Pixel>
__global__ void invert(Pixel* pixels, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) pixels[y * width + x] = brightest - pixels[y * width + x];
}

Picture::Picture(int width, int height, const std::vector<unsigned char>& pixels) : width_(width), height_(height) {
  cudaMalloc(&device_, pixels.size());
  cudaMemcpy(device_, pixels.data(), pixels.size(), cudaMemcpyHostToDevice);
}

Picture::~Picture() { cudaFree(device_); }

void Picture::Invert() {
  const dim3 block(16, 8);
  invert<<<dim3((width_ + 15) / 16, (height_ + 7) / 8), block>>>(device_, width_, height_);
}

std::vector<unsigned char> Picture::Pixels() const {
  std::vector<unsigned char> pixels(width_ * height_);
  cudaMemcpy(pixels.data(), device_, pixels.size(), cudaMemcpyDeviceToHost);
  return pixels;
}
