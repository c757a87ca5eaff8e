// Lesson 53, the solved exercise: an answer's arrays are compared with those of this program.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kTile = 16;  // a tile is 16 x 16 cells, a block 16 x 16 threads

// m is h x k, n is k x w, out is h x w.
__global__ void product(const float* m, const float* n, float* out, int h, int k, int w) {
  __shared__ float ms[2][kTile][kTile];
  __shared__ float ns[2][kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = blockIdx.x * kTile + tx;
  int row = blockIdx.y * kTile + ty;
  float sum = 0;
  float next_m = row < h && tx < k ? m[row * k + tx] : 0;
  float next_n = ty < k && column < w ? n[ty * w + column] : 0;
  int b = 0;  // the buffer of the present tiles
  for (int first = 0; first < k; first += kTile) {
    ms[b][ty][tx] = next_m;
    ns[b][ty][tx] = next_n;
    __syncthreads();
    int then = first + kTile;
    next_m = row < h && then + tx < k ? m[row * k + then + tx] : 0;
    next_n = then + ty < k && column < w ? n[(then + ty) * w + column] : 0;
    for (int i = 0; i < kTile; ++i) sum += ms[b][ty][i] * ns[b][i][tx];
    b = 1 - b;
  }
  if (row < h && column < w) out[row * w + column] = sum;
}

// Digits from 1 to 9: products and sums of them are exact.
std::vector<float> digits(int count, int which) {
  const std::vector<int> numbers = lockstep::RandomInput<int>(count, 1, 9, which);
  return std::vector<float>(numbers.begin(), numbers.end());
}

int main(int argc, char** argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 16;
  const int k = argc > 2 ? std::atoi(argv[2]) : 32;
  const int w = argc > 3 ? std::atoi(argv[3]) : 16;
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

  const dim3 block(kTile, kTile), grid((w + kTile - 1) / kTile, (h + kTile - 1) / kTile);
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
