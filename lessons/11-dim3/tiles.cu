// Blocks with two and three directions: tiles.
//
//   lockstep run tiles.cu [-- PICTURE [OUT.png]]

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/picture.h"
#include "lockstep/publish.h"

// Every second tile of a colour picture gets dark. z is the plane: red, green or blue.
__global__ void chess(const unsigned char* in, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int plane = blockIdx.z * blockDim.z + threadIdx.z;
  if (plane < 3 && row < height && column < width) {
    int i = (plane * height + row) * width + column;
    bool dark = (blockIdx.x + blockIdx.y) % 2 == 1;
    out[i] = dark ? in[i] / 2 : in[i];
  }
}

// Each cell gets its own name: row 2, column 3 is 203.
__global__ void name_cells(int* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    out[row * width + column] = 100 * row + column;
  }
}

__global__ void ten_times(const int* in, int* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int i = row * width + column;
    out[i] = 10 * in[i];
  }
}

// The number of pieces of size `size` that cover `n`.
int pieces(int n, int size) { return (n + size - 1) / size; }

int main(int argc, char** argv) {
  const lockstep::Picture colour = lockstep::LoadPicture(argc > 1 ? argv[1] : lockstep::ShippedPicture());
  const int height = colour.height, width = colour.width, bytes = 3 * height * width;
  const std::vector<int> numbers = lockstep::RandomInput<int>(9 * 4, 0, 99);

  int *d_names, *d_in, *d_out;
  unsigned char *d_colour, *d_chess;
  cudaMalloc(&d_names, 5 * 5 * sizeof(int));
  cudaMalloc(&d_in, 9 * 4 * sizeof(int));
  cudaMalloc(&d_out, 9 * 4 * sizeof(int));
  cudaMalloc(&d_colour, bytes);
  cudaMalloc(&d_chess, bytes);
  cudaMemcpy(d_in, numbers.data(), 9 * 4 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_colour, colour.bytes.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_colour, 3, height, width);
  LOCKSTEP_PUBLISH(d_chess, 3, height, width);
  LOCKSTEP_PUBLISH(d_names, 5, 5);
  LOCKSTEP_PUBLISH(d_in, 9, 4);
  LOCKSTEP_PUBLISH(d_out, 9, 4);

  const dim3 block(8, 8, 3);
  const dim3 grid(pieces(width, 8), pieces(height, 8));
  chess<<<grid, block>>>(d_colour, d_chess, height, width);
  name_cells<<<dim3(2, 2), dim3(3, 3)>>>(d_names, 5, 5);
  ten_times<<<dim3(1, 3), dim3(4, 3)>>>(d_in, d_out, 9, 4);

  std::vector<unsigned char> result(bytes);
  const cudaError_t error = cudaMemcpy(result.data(), d_chess, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_names);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_colour);
  cudaFree(d_chess);
  if (argc > 2) lockstep::SavePicture(argv[2], {3, height, width, result});
}
