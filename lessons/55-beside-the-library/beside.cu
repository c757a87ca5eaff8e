// A product by cuBLAS, and by kernels of one's own: a thread has 4 x 4 cells, 8 x 8, or 8 x 8 that are read by fours.
//
//   lockstep check --explain beside.cu

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kSide = 64;    // the product has kSide x kSide cells,
constexpr int kLength = 8;   // each the sum of kLength products
constexpr int kThreads = 8;  // a block has kThreads x kThreads threads
constexpr int kStrip = 8;    // so many of the kLength in a phase

// A thread has 4 x 4 cells, a block 32 x 32, as in lesson 52.
__global__ void four(const float* m, const float* n, float* out) {
  __shared__ float ms[32][kStrip];
  __shared__ float ns[kStrip][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int top = blockIdx.y * 32, left = blockIdx.x * 32;
  float sum[4][4] = {};
  for (int first = 0; first < kLength; first += kStrip) {
    for (int c = ty * kThreads + tx; c < 32 * kStrip; c += kThreads * kThreads) {
      ms[c / kStrip][c % kStrip] = m[(top + c / kStrip) * kLength + first + c % kStrip];
      ns[c / 32][c % 32] = n[(first + c / 32) * kSide + left + c % 32];
    }
    __syncthreads();
    for (int k = 0; k < kStrip; ++k) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        a[i] = ms[ty + 8 * i][k];
        b[i] = ns[k][tx + 8 * i];
      }
#pragma unroll
      for (int c = 0; c < 16; ++c) sum[c / 4][c % 4] += a[c / 4] * b[c % 4];
    }
    __syncthreads();
  }
#pragma unroll
  for (int c = 0; c < 16; ++c) {
    int row = top + ty + 8 * (c / 4), column = left + tx + 8 * (c % 4);
    out[row * kSide + column] = sum[c / 4][c % 4];
  }
}

// How far each cell is from the library's.
__global__ void difference(const float* out, const float* library, float* apart) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  apart[i] = fabsf(out[i] - library[i]);
}

// A thread has 8 x 8 cells, a block 64 x 64.
__global__ void eight(const float* m, const float* n, float* out) {
  __shared__ float ms[64][kStrip];
  __shared__ float ns[kStrip][64];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum[8][8] = {};
  for (int first = 0; first < kLength; first += kStrip) {
    for (int c = ty * kThreads + tx; c < 64 * kStrip; c += kThreads * kThreads) {
      ms[c / kStrip][c % kStrip] = m[(c / kStrip) * kLength + first + c % kStrip];
      ns[c / 64][c % 64] = n[(first + c / 64) * kSide + c % 64];
    }
    __syncthreads();
    for (int k = 0; k < kStrip; ++k) {
      float a[8], b[8];
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        a[i] = ms[ty + 8 * i][k];
        b[i] = ns[k][tx + 8 * i];
      }
#pragma unroll
      for (int c = 0; c < 64; ++c) sum[c / 8][c % 8] += a[c / 8] * b[c % 8];
    }
    __syncthreads();
  }
#pragma unroll
  for (int c = 0; c < 64; ++c) {
    int row = ty + 8 * (c / 8), column = tx + 8 * (c % 8);
    out[row * kSide + column] = sum[c / 8][c % 8];
  }
}

// The same, and the strips are read by fours: a thread's 8 rows and 8 columns lie side by side.
__global__ void together(const float* m, const float* n, float* out) {
  __shared__ __align__(16) float ms[kStrip][64 + 4];
  __shared__ __align__(16) float ns[kStrip][64];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum[8][8] = {};
  for (int first = 0; first < kLength; first += kStrip) {
    for (int c = ty * kThreads + tx; c < 64 * kStrip; c += kThreads * kThreads) {
      ms[c % kStrip][c / kStrip] = m[(c / kStrip) * kLength + first + c % kStrip];
      ns[c / 64][c % 64] = n[(first + c / 64) * kSide + c % 64];
    }
    __syncthreads();
    for (int k = 0; k < kStrip; ++k) {
      const float4 a0 = *reinterpret_cast<const float4*>(&ms[k][8 * ty]);
      const float4 a1 = *reinterpret_cast<const float4*>(&ms[k][8 * ty + 4]);
      const float4 b0 = *reinterpret_cast<const float4*>(&ns[k][8 * tx]);
      const float4 b1 = *reinterpret_cast<const float4*>(&ns[k][8 * tx + 4]);
      const float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
      const float b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
      for (int c = 0; c < 64; ++c) sum[c / 8][c % 8] += a[c / 8] * b[c % 8];
    }
    __syncthreads();
  }
#pragma unroll
  for (int c = 0; c < 64; ++c) {
    int row = 8 * ty + c / 8, column = 8 * tx + c % 8;
    out[row * kSide + column] = sum[c / 8][c % 8];
  }
}

// The same again, but the 8 are two groups of four, 32 cells apart.
__global__ void by_fours(const float* m, const float* n, float* out) {
  __shared__ __align__(16) float ms[kStrip][64 + 4];
  __shared__ __align__(16) float ns[kStrip][64];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum[8][8] = {};
  for (int first = 0; first < kLength; first += kStrip) {
    for (int c = ty * kThreads + tx; c < 64 * kStrip; c += kThreads * kThreads) {
      ms[c % kStrip][c / kStrip] = m[(c / kStrip) * kLength + first + c % kStrip];
      ns[c / 64][c % 64] = n[(first + c / 64) * kSide + c % 64];
    }
    __syncthreads();
    for (int k = 0; k < kStrip; ++k) {
      const float4 a0 = *reinterpret_cast<const float4*>(&ms[k][4 * ty]);
      const float4 a1 = *reinterpret_cast<const float4*>(&ms[k][32 + 4 * ty]);
      const float4 b0 = *reinterpret_cast<const float4*>(&ns[k][4 * tx]);
      const float4 b1 = *reinterpret_cast<const float4*>(&ns[k][32 + 4 * tx]);
      const float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
      const float b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
      for (int c = 0; c < 64; ++c) sum[c / 8][c % 8] += a[c / 8] * b[c % 8];
    }
    __syncthreads();
  }
#pragma unroll
  for (int c = 0; c < 16; ++c) {
    int i = c / 2, j = c % 2 * 4;
    int row = i / 4 * 32 + 4 * ty + i % 4, column = j * 8 + 4 * tx;
    *reinterpret_cast<float4*>(&out[row * kSide + column]) =
        make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
  }
}

// Digits from 1 to 9: products and sums of them are exact, in any order.
std::vector<float> digits(int count, int which) {
  const std::vector<int> numbers = lockstep::RandomInput<int>(count, 1, 9, which);
  return std::vector<float>(numbers.begin(), numbers.end());
}

int main() {
  const std::vector<float> m = digits(kSide * kLength, 0), n = digits(kLength * kSide, 1);
  const int cells = kSide * kSide;
  float *d_m = nullptr, *d_n = nullptr, *d_out = nullptr, *d_library = nullptr, *d_apart = nullptr;
  cudaMalloc(&d_m, m.size() * sizeof(float));
  cudaMalloc(&d_n, n.size() * sizeof(float));
  cudaMalloc(&d_out, cells * sizeof(float));
  cudaMalloc(&d_library, cells * sizeof(float));
  cudaMalloc(&d_apart, cells * sizeof(float));
  cudaMemcpy(d_m, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_n, n.data(), n.size() * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_m, kSide, kLength);
  LOCKSTEP_PUBLISH(d_n, kLength, kSide);
  LOCKSTEP_PUBLISH(d_out, kSide, kSide);
  LOCKSTEP_PUBLISH(d_library, kSide, kSide);
  LOCKSTEP_PUBLISH(d_apart, kSide, kSide);

  const dim3 block(kThreads, kThreads);
  four<<<dim3(2, 2), block>>>(d_m, d_n, d_out);

  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, kSide, kSide, kLength, &one, d_n, kSide, d_m, kLength, &zero, d_library,
              kSide);
  cublasDestroy(handle);

  difference<<<cells / 256, 256>>>(d_out, d_library, d_apart);
  eight<<<1, block>>>(d_m, d_n, d_out);
  together<<<1, block>>>(d_m, d_n, d_out);
  by_fours<<<1, block>>>(d_m, d_n, d_out);

  std::vector<float> out(cells), library(cells);
  cudaMemcpy(out.data(), d_out, cells * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(library.data(), d_library, cells * sizeof(float), cudaMemcpyDeviceToHost);
  std::puts(out == library ? "the same in every cell" : "different");
  cudaFree(d_m);
  cudaFree(d_n);
  cudaFree(d_out);
  cudaFree(d_library);
  cudaFree(d_apart);
}
