// A product by blocks of 8 x 8 threads, each with one cell, with four, or with 4 x 4.
//
//   lockstep check --explain patches.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kSide = 32;    // the product has kSide x kSide cells,
constexpr int kLength = 16;  // each the sum of kLength products
constexpr int kThreads = 8;  // a block has kThreads x kThreads threads
constexpr int kStrip = 8;    // so many of the kLength in a phase

// One strip of m for so many rows, one of n for so many columns.
template <int height, int width>
__device__ void fetch(float (*ms)[kStrip], float (*ns)[width], const float* m, const float* n, int first) {
  int t = threadIdx.y * kThreads + threadIdx.x;
  int top = blockIdx.y * height, left = blockIdx.x * width;
  for (int c = t; c < height * kStrip; c += kThreads * kThreads) {
    int row = c / kStrip, k = c % kStrip;
    ms[row][k] = m[(top + row) * kLength + first + k];
  }
  for (int c = t; c < width * kStrip; c += kThreads * kThreads) {
    int k = c / width, column = c % width;
    ns[k][column] = n[(first + k) * kSide + left + column];
  }
}

// A thread has one cell.
__global__ void one_cell(const float* m, const float* n, float* out) {
  __shared__ float ms[kThreads][kStrip];
  __shared__ float ns[kStrip][kThreads];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int first = 0; first < kLength; first += kStrip) {
    fetch<kThreads, kThreads>(ms, ns, m, n, first);
    __syncthreads();
    for (int k = 0; k < kStrip; ++k) {
      sum += ms[ty][k] * ns[k][tx];
    }
    __syncthreads();
  }
  int row = blockIdx.y * kThreads + ty, column = blockIdx.x * kThreads + tx;
  out[row * kSide + column] = sum;
}

// A thread has four cells of a row, 8 columns apart.
__global__ void four_cells(const float* m, const float* n, float* out) {
  __shared__ float ms[kThreads][kStrip];
  __shared__ float ns[kStrip][4 * kThreads];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum[4] = {};
  for (int first = 0; first < kLength; first += kStrip) {
    fetch<kThreads, 4 * kThreads>(ms, ns, m, n, first);
    __syncthreads();
    for (int k = 0; k < kStrip; ++k) {
      float a = ms[ty][k];
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        sum[j] += a * ns[k][tx + 8 * j];
      }
    }
    __syncthreads();
  }
  int row = blockIdx.y * kThreads + ty;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    out[row * kSide + tx + 8 * j] = sum[j];
  }
}

// A thread has 4 x 4 cells side by side.
__global__ void together(const float* m, const float* n, float* out) {
  __shared__ float ms[4 * kThreads][kStrip];
  __shared__ float ns[kStrip][4 * kThreads];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum[4][4] = {};
  for (int first = 0; first < kLength; first += kStrip) {
    fetch<4 * kThreads, 4 * kThreads>(ms, ns, m, n, first);
    __syncthreads();
    for (int k = 0; k < kStrip; ++k) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        a[i] = ms[4 * ty + i][k];
        b[i] = ns[k][4 * tx + i];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          sum[i][j] += a[i] * b[j];
        }
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      out[(4 * ty + i) * kSide + 4 * tx + j] = sum[i][j];
    }
  }
}

// A thread has 4 x 4 cells, 8 rows and 8 columns apart.
__global__ void apart(const float* m, const float* n, float* out) {
  __shared__ float ms[4 * kThreads][kStrip];
  __shared__ float ns[kStrip][4 * kThreads];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum[4][4] = {};
  for (int first = 0; first < kLength; first += kStrip) {
    fetch<4 * kThreads, 4 * kThreads>(ms, ns, m, n, first);
    __syncthreads();
    for (int k = 0; k < kStrip; ++k) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        a[i] = ms[ty + 8 * i][k];
        b[i] = ns[k][tx + 8 * i];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          sum[i][j] += a[i] * b[j];
        }
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      out[(ty + 8 * i) * kSide + tx + 8 * j] = sum[i][j];
    }
  }
}

// The same, and one word is missing.
__global__ void rolled(const float* m, const float* n, float* out) {
  __shared__ float ms[4 * kThreads][kStrip];
  __shared__ float ns[kStrip][4 * kThreads];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum[4][4] = {};
  for (int first = 0; first < kLength; first += kStrip) {
    fetch<4 * kThreads, 4 * kThreads>(ms, ns, m, n, first);
    __syncthreads();
    for (int k = 0; k < kStrip; ++k) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        a[i] = ms[ty + 8 * i][k];
        b[i] = ns[k][tx + 8 * i];
      }
      for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          sum[i][j] += a[i] * b[j];
        }
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      out[(ty + 8 * i) * kSide + tx + 8 * j] = sum[i][j];
    }
  }
}

// Digits from 1 to 9: products and sums of them are exact.
std::vector<float> digits(int count, int which) {
  const std::vector<int> numbers = lockstep::RandomInput<int>(count, 1, 9, which);
  return std::vector<float>(numbers.begin(), numbers.end());
}

int main() {
  const std::vector<float> m = digits(kSide * kLength, 0), n = digits(kLength * kSide, 1);

  float *d_m = nullptr, *d_n = nullptr, *d_out = nullptr;
  cudaMalloc(&d_m, m.size() * sizeof(float));
  cudaMalloc(&d_n, n.size() * sizeof(float));
  cudaMalloc(&d_out, kSide * kSide * sizeof(float));
  cudaMemcpy(d_m, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_n, n.data(), n.size() * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_m, kSide, kLength);
  LOCKSTEP_PUBLISH(d_n, kLength, kSide);
  LOCKSTEP_PUBLISH(d_out, kSide, kSide);

  const dim3 block(kThreads, kThreads);
  one_cell<<<dim3(4, 4), block>>>(d_m, d_n, d_out);
  four_cells<<<dim3(1, 4), block>>>(d_m, d_n, d_out);
  together<<<1, block>>>(d_m, d_n, d_out);
  apart<<<1, block>>>(d_m, d_n, d_out);
  rolled<<<1, block>>>(d_m, d_n, d_out);
  std::vector<float> out(kSide * kSide);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_m);
  cudaFree(d_n);
  cudaFree(d_out);
}
