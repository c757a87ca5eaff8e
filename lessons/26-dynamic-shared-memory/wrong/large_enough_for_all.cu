// Lesson 26, a wrong attempt: a fixed tile that is large enough for every width.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// m is h x k, n is k x w, out is h x w; a tile is tw x tw cells, a block tw x tw threads.
__global__ void product(const float* m, const float* n, float* out, int h, int k, int w, int tw) {
  __shared__ float ms[32][32];
  __shared__ float ns[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = blockIdx.x * tw + tx;
  int row = blockIdx.y * tw + ty;
  float sum = 0;
  for (int first = 0; first < k; first += tw) {
    ms[ty][tx] = row < h && first + tx < k ? m[row * k + first + tx] : 0;
    ns[ty][tx] = first + ty < k && column < w ? n[(first + ty) * w + column] : 0;
    __syncthreads();
    for (int i = 0; i < tw; ++i) sum += ms[ty][i] * ns[i][tx];
    __syncthreads();
  }
  if (row < h && column < w) out[row * w + column] = sum;
}

// Digits from 1 to 9: products and sums of them are exact.
std::vector<float> digits(int count, int which) {
  const std::vector<int> numbers = lockstep::RandomInput<int>(count, 1, 9, which);
  return std::vector<float>(numbers.begin(), numbers.end());
}

int main(int argc, char** argv) {
  const int tw = argc > 1 ? std::atoi(argv[1]) : 8;
  const int h = argc > 2 ? std::atoi(argv[2]) : 16;
  const int k = argc > 3 ? std::atoi(argv[3]) : 16;
  const int w = argc > 4 ? std::atoi(argv[4]) : 16;
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

  const dim3 block(tw, tw), grid((w + tw - 1) / tw, (h + tw - 1) / tw);
  const std::size_t bytes = 0;  // of shared memory, chosen at the launch
  product<<<grid, block, bytes>>>(d_m, d_n, d_out, h, k, w, tw);

  std::vector<float> out(h * w);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, product);
  std::printf("width %d: %zu bytes of shared memory fixed in the kernel, %zu chosen at the launch\n", tw,
              attributes.sharedSizeBytes, bytes);
  cudaFree(d_m);
  cudaFree(d_n);
  cudaFree(d_out);
}
