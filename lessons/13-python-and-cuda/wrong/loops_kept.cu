// A wrong attempt: the loops of `blk_kernel2d` are still there, on the host.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

void soften(dim3 block, dim3 thread, dim3 threads, const int* src, float* out, int height, int width) {
  int column = block.x * threads.x + thread.x;
  int row = block.y * threads.y + thread.y;
  if (row < height && column < width) {
    int left = (column - 1 + width) % width;
    int i = row * width + column;
    out[i] = (src[i] + src[row * width + left]) / 2.0f;
  }
}

void blk_kernel2d(dim3 blocks, dim3 threads, const int* src, float* out, int height, int width) {
  for (unsigned by = 0; by < blocks.y; ++by)
    for (unsigned bx = 0; bx < blocks.x; ++bx)
      for (unsigned ty = 0; ty < threads.y; ++ty)
        for (unsigned tx = 0; tx < threads.x; ++tx)
          soften(dim3(bx, by), dim3(tx, ty), threads, src, out, height, width);
}

int cdiv(int a, int b) { return (a + b - 1) / b; }

int main(int argc, char** argv) {
  const int height = argc > 1 ? std::atoi(argv[1]) : 5;
  const int width = argc > 2 ? std::atoi(argv[2]) : 7;
  const int n = height * width;
  const std::vector<int> src = lockstep::RandomInput<int>(n, 0, 255);

  int* d_src = nullptr;
  float* d_out = nullptr;
  cudaMalloc(&d_src, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_src, src.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_src, height, width);
  LOCKSTEP_PUBLISH(d_out, height, width);

  const dim3 threads(4, 3), blocks(cdiv(width, threads.x), cdiv(height, threads.y));
  std::vector<float> out(n);
  blk_kernel2d(blocks, threads, src.data(), out.data(), height, width);
  cudaMemcpy(d_out, out.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  const cudaError_t error = cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_src);
  cudaFree(d_out);
}
