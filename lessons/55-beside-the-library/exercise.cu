// Lesson 55, exercise: a product of matrices as good as the library's scheme.
//
// This is the product of lesson 52: a thread has 4 x 4 cells, a block 32 x 32. For one product of a warp it asks more
// of device memory and of shared memory than a library does. Make the patch larger, and read the strips by fours.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 8;                // a block has kThreads x kThreads threads,
constexpr int kCells = 4;                  // each with kCells x kCells cells,
constexpr int kPatch = kThreads * kCells;  // together kPatch x kPatch
constexpr int kStrip = 8;                  // so many products of a cell in each phase

// m is h x k, n is k x w, out is h x w.
__global__ void product(const float* m, const float* n, float* out, int h, int k, int w) {
  __shared__ float ms[kPatch][kStrip];
  __shared__ float ns[kStrip][kPatch];
  int tx = threadIdx.x, ty = threadIdx.y;
  int top = blockIdx.y * kPatch, left = blockIdx.x * kPatch;
  float sum[kCells][kCells] = {};
  for (int first = 0; first < k; first += kStrip) {
    for (int c = ty * kThreads + tx; c < kPatch * kStrip; c += kThreads * kThreads) {
      int row = top + c / kStrip, across = first + c % kStrip;
      ms[c / kStrip][c % kStrip] = row < h && across < k ? m[row * k + across] : 0;
      int down = first + c / kPatch, column = left + c % kPatch;
      ns[c / kPatch][c % kPatch] = down < k && column < w ? n[down * w + column] : 0;
    }
    __syncthreads();
    for (int s = 0; s < kStrip; ++s) {
      float a[kCells], b[kCells];
#pragma unroll
      for (int i = 0; i < kCells; ++i) {
        a[i] = ms[ty + kThreads * i][s];
        b[i] = ns[s][tx + kThreads * i];
      }
#pragma unroll
      for (int i = 0; i < kCells; ++i) {
#pragma unroll
        for (int j = 0; j < kCells; ++j) {
          sum[i][j] += a[i] * b[j];
        }
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < kCells; ++i) {
#pragma unroll
    for (int j = 0; j < kCells; ++j) {
      int row = top + ty + kThreads * i, column = left + tx + kThreads * j;
      if (row < h && column < w) out[row * w + column] = sum[i][j];
    }
  }
}

// Digits from 1 to 9: products and sums of them are exact.
std::vector<float> digits(int count, int which) {
  const std::vector<int> numbers = lockstep::RandomInput<int>(count, 1, 9, which);
  return std::vector<float>(numbers.begin(), numbers.end());
}

int main(int argc, char** argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 33;
  const int k = argc > 2 ? std::atoi(argv[2]) : 5;
  const int w = argc > 3 ? std::atoi(argv[3]) : 40;
  const std::vector<float> m = digits(h * k, 0), n = digits(k * w, 1);

  float *d_m = nullptr, *d_n = nullptr, *d_out = nullptr;
  cudaMalloc(&d_m, m.size() * sizeof(float));
  cudaMalloc(&d_n, n.size() * sizeof(float));
  cudaMalloc(&d_out, h * w * sizeof(float));
  cudaMemcpy(d_m, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_n, n.data(), n.size() * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_m, h, k);
  LOCKSTEP_PUBLISH(d_n, k, w);
  LOCKSTEP_PUBLISH(d_out, h, w);

  const dim3 block(kThreads, kThreads), grid((w + kPatch - 1) / kPatch, (h + kPatch - 1) / kPatch);
  product<<<grid, block>>>(d_m, d_n, d_out, h, k, w);
  std::vector<float> out(h * w);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_m);
  cudaFree(d_n);
  cudaFree(d_out);
}
