// Lesson 10, a wrong attempt: only the first plane is mirrored.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/picture.h"
#include "lockstep/publish.h"

__global__ void mirror(const unsigned char* in, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int start = row * width;
    out[start + width - 1 - column] = in[start + column];
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
  const dim3 grid((width + 15) / 16, (height + 15) / 16);
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
