// A picture has rows and columns, memory is one strip: the same picture to grey three times.
//
//   lockstep run rows_and_columns.cu [-- PICTURE [OUT.png]]    OUT.png: the leaning picture
//
// A picture is 3 x height x width bytes: all reds, then all greens, then all blues; each of them row by row.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/picture.h"
#include "lockstep/publish.h"

// x runs along a row.
__global__ void grey_along(const unsigned char* in, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int n = height * width;
    int i = row * width + column;
    out[i] = 0.2989f * in[i] + 0.5870f * in[i + n] + 0.1140f * in[i + 2 * n];
  }
}

// x runs down a column.
__global__ void grey_down(const unsigned char* in, unsigned char* out, int height, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int n = height * width;
    int i = row * width + column;
    out[i] = 0.2989f * in[i] + 0.5870f * in[i + n] + 0.1140f * in[i + 2 * n];
  }
}

// As grey_along, but it believes that the rows of `in` are one pixel shorter than they are.
__global__ void grey_leaning(const unsigned char* in, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int n = height * width;
    int from = row * (width - 1) + column;
    int to = row * width + column;
    out[to] = 0.2989f * in[from] + 0.5870f * in[from + n] + 0.1140f * in[from + 2 * n];
  }
}

// The number of pieces of size `size` that cover `n`.
int pieces(int n, int size) { return (n + size - 1) / size; }

int main(int argc, char** argv) {
  const lockstep::Picture colour = lockstep::LoadPicture(argc > 1 ? argv[1] : lockstep::ShippedPicture());
  const int height = colour.height, width = colour.width, n = height * width;

  unsigned char *d_colour, *d_grey;
  cudaMalloc(&d_colour, 3 * n);
  cudaMalloc(&d_grey, n);
  cudaMemcpy(d_colour, colour.bytes.data(), 3 * n, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_colour, 3, height, width);
  LOCKSTEP_PUBLISH(d_grey, height, width);

  const dim3 block(16, 16);
  const dim3 along(pieces(width, 16), pieces(height, 16));
  const dim3 down(pieces(height, 16), pieces(width, 16));

  cudaMemset(d_grey, 0, n);
  grey_along<<<along, block>>>(d_colour, d_grey, height, width);
  cudaMemset(d_grey, 0, n);
  grey_down<<<down, block>>>(d_colour, d_grey, height, width);
  cudaMemset(d_grey, 0, n);
  grey_leaning<<<along, block>>>(d_colour, d_grey, height, width);

  std::vector<unsigned char> result(n);
  const cudaError_t error = cudaMemcpy(result.data(), d_grey, n, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_colour);
  cudaFree(d_grey);
  if (argc > 2) lockstep::SavePicture(argv[2], {1, height, width, result});
}
