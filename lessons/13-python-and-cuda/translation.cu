// One kernel, twice: played by four loops, as in grey.py, and as a CUDA kernel.
//
//   lockstep run translation.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/play.h"
#include "lockstep/publish.h"

int cdiv(int a, int b) { return (a + b - 1) / b; }

// --- grey.py, line by line. The two marks let Lockstep show it like a launch.

template <class Function, class... Arguments>
void blk_kernel2d(Function f, dim3 blocks, dim3 threads, Arguments... arguments) {
  LOCKSTEP_LAUNCH(blocks, threads);
  for (unsigned by = 0; by < blocks.y; ++by) {
    for (unsigned bx = 0; bx < blocks.x; ++bx) {
      for (unsigned ty = 0; ty < threads.y; ++ty) {
        for (unsigned tx = 0; tx < threads.x; ++tx) {
          f(dim3(bx, by), dim3(tx, ty), threads, arguments...);
        }
      }
    }
  }
}

void grey(dim3 block, dim3 thread, dim3 threads, const int* src, float* out, int height, int width) {
  LOCKSTEP_THREAD(block, thread);
  int column = block.x * threads.x + thread.x;
  int row = block.y * threads.y + thread.y;
  if (row < height && column < width) {
    int n = height * width;
    int i = row * width + column;
    out[i] = 0.2989f * src[i] + 0.5870f * src[i + n] + 0.1140f * src[i + 2 * n];
  }
}

// --- The same in CUDA: the loops are gone.

__global__ void grey_cuda(const int* src, float* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int n = height * width;
    int i = row * width + column;
    out[i] = 0.2989f * src[i] + 0.5870f * src[i + n] + 0.1140f * src[i + 2 * n];
  }
}

void print(const std::vector<float>& out, int height, int width) {
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) std::printf(column ? " %6.1f" : "%6.1f", out[row * width + column]);
    std::printf("\n");
  }
}

int main() {
  const int height = 5, width = 7, n = height * width;
  std::vector<int> src(3 * n);  // all reds, then all greens, then all blues
  std::vector<float> out(n);
  for (int i = 0; i < 3 * n; ++i) src[i] = i * 7 % 256;
  const dim3 threads(4, 3), blocks(cdiv(width, threads.x), cdiv(height, threads.y));

  LOCKSTEP_ARRAY(src, 3, height, width);
  LOCKSTEP_ARRAY(out, height, width);
  blk_kernel2d(grey, blocks, threads, src.data(), out.data(), height, width);

  int* d_src = nullptr;
  float* d_out = nullptr;
  cudaMalloc(&d_src, src.size() * sizeof(int));
  cudaMalloc(&d_out, out.size() * sizeof(float));
  cudaMemcpy(d_src, src.data(), src.size() * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_src, 3, height, width);
  LOCKSTEP_PUBLISH(d_out, height, width);
  grey_cuda<<<blocks, threads>>>(d_src, d_out, height, width);
  std::vector<float> again(n);
  const cudaError_t error = cudaMemcpy(again.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  print(again, height, width);
  int different = 0;
  for (int i = 0; i < n; ++i) different += again[i] != out[i];
  std::printf("%d of %d cells differ between the loops and the kernel\n", different, n);
  cudaFree(d_src);
  cudaFree(d_out);
}
