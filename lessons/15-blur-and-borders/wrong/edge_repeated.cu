// Lesson 15, a wrong attempt: a neighbour outside is replaced by the nearest pixel inside.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/picture.h"
#include "lockstep/publish.h"

__global__ void blur(const unsigned char* in, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int sum = 0, taps = 0;
    for (int r = row - 1; r <= row + 1; ++r) {
      for (int c = column - 1; c <= column + 1; ++c) {
        int inside_r = min(max(r, 0), height - 1);
        int inside_c = min(max(c, 0), width - 1);
        sum += in[inside_r * width + inside_c];
        taps += 1;
      }
    }
    out[row * width + column] = sum / taps;
  }
}

// Run with a picture, whose green levels it takes, or with a height and a width: then the levels are random.
int main(int argc, char** argv) {
  int height, width;
  std::vector<unsigned char> levels;
  if (argc > 2) {
    height = std::atoi(argv[1]);
    width = std::atoi(argv[2]);
    levels = lockstep::RandomInput<unsigned char>(height * width, 0, 255);
  } else {
    const lockstep::Picture colour = lockstep::LoadPicture(argc > 1 ? argv[1] : lockstep::ShippedPicture());
    height = colour.height;
    width = colour.width;
    levels.assign(&colour.bytes[height * width], &colour.bytes[2 * height * width]);
  }
  const int n = height * width;

  unsigned char *d_in, *d_out;
  cudaMalloc(&d_in, n);
  cudaMalloc(&d_out, n);
  cudaMemcpy(d_in, levels.data(), n, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, height, width);
  LOCKSTEP_PUBLISH(d_out, height, width);

  const dim3 block(8, 8);
  const dim3 grid((width + 7) / 8, (height + 7) / 8);
  blur<<<grid, block>>>(d_in, d_out, height, width);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
