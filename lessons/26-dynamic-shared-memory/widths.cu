// A product in tiles whose width is chosen at the launch, and one whose width is chosen by the compiler.
//
//   lockstep run widths.cu [-- WIDTH]    2, 4 or 8

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kSize = 8;  // all matrices have 8 x 8 cells

__global__ void product(const float* m, const float* n, float* out, int tw) {
  extern __shared__ float tiles[];
  float* ms = tiles;
  float* ns = tiles + tw * tw;
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = blockIdx.x * tw + tx;
  int row = blockIdx.y * tw + ty;
  float sum = 0;
  for (int first = 0; first < kSize; first += tw) {
    ms[ty * tw + tx] = m[row * kSize + first + tx];
    ns[ty * tw + tx] = n[(first + ty) * kSize + column];
    __syncthreads();
    for (int i = 0; i < tw; ++i) sum += ms[ty * tw + i] * ns[i * tw + tx];
    __syncthreads();
  }
  out[row * kSize + column] = sum;
}

template <int tw>
__global__ void product_of_width(const float* m, const float* n, float* out) {
  __shared__ float ms[tw][tw];
  __shared__ float ns[tw][tw];
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = blockIdx.x * tw + tx;
  int row = blockIdx.y * tw + ty;
  float sum = 0;
  for (int first = 0; first < kSize; first += tw) {
    ms[ty][tx] = m[row * kSize + first + tx];
    ns[ty][tx] = n[(first + ty) * kSize + column];
    __syncthreads();
    for (int i = 0; i < tw; ++i) sum += ms[ty][i] * ns[i][tx];
    __syncthreads();
  }
  out[row * kSize + column] = sum;
}

void launch(const float* m, const float* n, float* out, int tw) {
  const dim3 block(tw, tw), grid(kSize / tw, kSize / tw);
  const std::size_t bytes = 2 * tw * tw * sizeof(float);
  product<<<grid, block, bytes>>>(m, n, out, tw);
}

void launch_by_template(const float* m, const float* n, float* out, int tw) {
  const dim3 block(tw, tw), grid(kSize / tw, kSize / tw);
  switch (tw) {
    case 2: product_of_width<2><<<grid, block>>>(m, n, out); break;
    case 4: product_of_width<4><<<grid, block>>>(m, n, out); break;
    case 8: product_of_width<8><<<grid, block>>>(m, n, out); break;
    default: std::fprintf(stderr, "no kernel for tiles of width %d\n", tw);
  }
}

// Digits from 1 to 9: products and sums of them are exact.
std::vector<float> digits(int count, int which) {
  const std::vector<int> numbers = lockstep::RandomInput<int>(count, 1, 9, which);
  return std::vector<float>(numbers.begin(), numbers.end());
}

int main(int argc, char** argv) {
  const int tw = argc > 1 ? std::atoi(argv[1]) : 4;
  const int cells = kSize * kSize;
  const std::size_t bytes = cells * sizeof(float);
  const std::vector<float> m = digits(cells, 0), n = digits(cells, 1);

  float *d_m = nullptr, *d_n = nullptr, *d_out = nullptr;
  cudaMalloc(&d_m, bytes);
  cudaMalloc(&d_n, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_m, m.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_n, n.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_m, kSize, kSize);
  LOCKSTEP_PUBLISH(d_n, kSize, kSize);
  LOCKSTEP_PUBLISH(d_out, kSize, kSize);

  launch(d_m, d_n, d_out, tw);
  launch_by_template(d_m, d_n, d_out, tw);
  std::vector<float> out(cells);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_m);
  cudaFree(d_n);
  cudaFree(d_out);
}
