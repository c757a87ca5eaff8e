#pragma once

// Converts a colour picture to grey. `in` is planar: n reds, n greens, n blues; `out` has one level for each pixel.
// The weights approximate the eye's sensitivity: green looks brightest, blue darkest (Rec. ITU-R BT.601, rounded to
// four digits as in Matlab's rgb2gray). They add up to 0.9999, and the conversion to a byte truncates.

// One thread for each pixel; the blocks form one row.
__global__ void grey_1d(const unsigned char* in, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float r = in[i];
    float g = in[i + n];
    float b = in[i + 2 * n];
    out[i] = 0.2989f * r + 0.5870f * g + 0.1140f * b;
  }
}

// One thread for each pixel; the blocks are tiles of the picture.
__global__ void grey_2d(const unsigned char* in, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int i = row * width + column;
    int n = height * width;
    float r = in[i];
    float g = in[i + n];
    float b = in[i + 2 * n];
    out[i] = 0.2989f * r + 0.5870f * g + 0.1140f * b;
  }
}
