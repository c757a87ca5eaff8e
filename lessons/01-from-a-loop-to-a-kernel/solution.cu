// Lesson 1, the solved exercise: the arrays of a learner's program are compared with those of this program.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/picture.h"
#include "lockstep/publish.h"

__global__ void grey(const unsigned char* in, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float r = in[i];
    float g = in[i + n];
    float b = in[i + 2 * n];
    out[i] = 0.2989f * r + 0.5870f * g + 0.1140f * b;
  }
}

int main(int argc, char** argv) {
  const lockstep::Picture colour = lockstep::LoadPicture(argc > 1 ? argv[1] : lockstep::ShippedPicture());
  const int height = colour.height, width = colour.width, n = height * width;

  unsigned char *d_colour, *d_grey;
  cudaMalloc(&d_colour, 3 * n);
  cudaMalloc(&d_grey, n);
  cudaMemcpy(d_colour, colour.bytes.data(), 3 * n, cudaMemcpyHostToDevice);
  cudaMemset(d_grey, 0, n);
  LOCKSTEP_PUBLISH(d_colour, 3, height, width);
  LOCKSTEP_PUBLISH(d_grey, height, width);

  const int threads = 256;
  const int blocks = (n + threads - 1) / threads;
  grey<<<blocks, threads>>>(d_colour, d_grey, n);

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
