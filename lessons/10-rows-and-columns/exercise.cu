// Lesson 10, exercise: a picture in a mirror, with its left and its right side exchanged.
//
// 1. What is at the left of `in` shall be at the right of `out`, in all three planes. The kernel only copies.
// 2. The kernel shall move 8000 sectors at most. As given it moves 51360, because x runs down the columns. Turn the two
//    names round. What else has to turn round with them?
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/picture.h"
#include "lockstep/publish.h"

__global__ void mirror(const unsigned char* in, unsigned char* out, int height, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    for (int plane = 0; plane < 3; ++plane) {
      int start = plane * height * width + row * width;
      out[start + column] = in[start + column];
    }
  }
}

int main(int argc, char** argv) {
  const lockstep::Picture colour = lockstep::LoadPicture(argc > 1 ? argv[1] : lockstep::ShippedPicture());
  const int height = colour.height, width = colour.width, bytes = 3 * height * width;

  unsigned char *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, colour.bytes.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, 3, height, width);
  LOCKSTEP_PUBLISH(d_out, 3, height, width);

  const dim3 block(16, 16);
  const dim3 grid((height + 15) / 16, (width + 15) / 16);
  mirror<<<grid, block>>>(d_in, d_out, height, width);

  std::vector<unsigned char> result(bytes);
  const cudaError_t error = cudaMemcpy(result.data(), d_out, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
  if (argc > 2) lockstep::SavePicture(argv[2], {3, height, width, result});
}
