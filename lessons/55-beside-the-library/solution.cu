// Lesson 55, the solved exercise: an answer's arrays are compared with those of this program.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 8;                // a block has kThreads x kThreads threads,
constexpr int kCells = 8;                  // each with kCells x kCells cells,
constexpr int kPatch = kThreads * kCells;  // together kPatch x kPatch
constexpr int kStrip = 8;                  // so many products of a cell in each phase
constexpr int kApart = kPatch / 2;         // from a thread's first four rows to the other four

// m is h x k, n is k x w, out is h x w.
__global__ void product(const float* m, const float* n, float* out, int h, int k, int w) {
  __shared__ __align__(16) float ms[kStrip][kPatch + 4];
  __shared__ __align__(16) float ns[kStrip][kPatch];
  int tx = threadIdx.x, ty = threadIdx.y;
  int top = blockIdx.y * kPatch, left = blockIdx.x * kPatch;
  float sum[kCells][kCells] = {};
  for (int first = 0; first < k; first += kStrip) {
    for (int c = ty * kThreads + tx; c < kPatch * kStrip; c += kThreads * kThreads) {
      int row = top + c / kStrip, across = first + c % kStrip;
      ms[c % kStrip][c / kStrip] = row < h && across < k ? m[row * k + across] : 0;
      int down = first + c / kPatch, column = left + c % kPatch;
      ns[c / kPatch][c % kPatch] = down < k && column < w ? n[down * w + column] : 0;
    }
    __syncthreads();
    for (int s = 0; s < kStrip; ++s) {
      const float4 a0 = *reinterpret_cast<const float4*>(&ms[s][4 * ty]);
      const float4 a1 = *reinterpret_cast<const float4*>(&ms[s][kApart + 4 * ty]);
      const float4 b0 = *reinterpret_cast<const float4*>(&ns[s][4 * tx]);
      const float4 b1 = *reinterpret_cast<const float4*>(&ns[s][kApart + 4 * tx]);
      const float a[kCells] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
      const float b[kCells] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
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
      int row = top + i / 4 * kApart + 4 * ty + i % 4, column = left + j / 4 * kApart + 4 * tx + j % 4;
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
