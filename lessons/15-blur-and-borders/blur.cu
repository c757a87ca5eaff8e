// A pixel and its neighbours: the mean of 3 x 3 pixels, and what happens at the border.
//
//   lockstep run blur.cu [-- PICTURE [OUT.png]]

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/picture.h"
#include "lockstep/publish.h"

// Each pixel becomes the mean of the 3 x 3 pixels around it that exist.
__global__ void blur(const unsigned char* in, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int sum = 0, taps = 0;
    for (int r = row - 1; r <= row + 1; ++r) {
      for (int c = column - 1; c <= column + 1; ++c) {
        if (r >= 0 && r < height && c >= 0 && c < width) {
          sum += in[r * width + c];
          taps += 1;
        }
      }
    }
    out[row * width + column] = sum / taps;
  }
}

// The same with one question only: is the place on the strip?
__global__ void blur_flat(const unsigned char* in, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int sum = 0, taps = 0;
    for (int r = row - 1; r <= row + 1; ++r) {
      for (int c = column - 1; c <= column + 1; ++c) {
        int i = r * width + c;
        if (i >= 0 && i < height * width) {
          sum += in[i];
          taps += 1;
        }
      }
    }
    out[row * width + column] = sum / taps;
  }
}

int main(int argc, char** argv) {
  const lockstep::Picture colour = lockstep::LoadPicture(argc > 1 ? argv[1] : lockstep::ShippedPicture());
  const int height = colour.height, width = colour.width, n = height * width;
  const unsigned char* green = colour.bytes.data() + n;  // one plane of the three is enough

  unsigned char *d_in, *d_out, *d_flat;
  cudaMalloc(&d_in, n);
  cudaMalloc(&d_out, n);
  cudaMalloc(&d_flat, n);
  cudaMemcpy(d_in, green, n, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, height, width);
  LOCKSTEP_PUBLISH(d_out, height, width);
  LOCKSTEP_PUBLISH(d_flat, height, width);

  const dim3 block(8, 8);
  const dim3 grid((width + 7) / 8, (height + 7) / 8);
  blur<<<grid, block>>>(d_in, d_out, height, width);
  blur_flat<<<grid, block>>>(d_in, d_flat, height, width);

  std::vector<unsigned char> result(n);
  const cudaError_t error = cudaMemcpy(result.data(), d_out, n, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_flat);
  if (argc > 2) lockstep::SavePicture(argv[2], {1, height, width, result});
}
