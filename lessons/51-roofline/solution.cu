// Lesson 51, the solved exercise: an answer's arrays are compared with those of this program.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 256;  // of a block
constexpr int kMost = 128;     // colours of a palette

struct Colour {
  float r, g, b;
};

// Eight operations.
__device__ float distance(const Colour& x, const Colour& y) {
  float r = x.r - y.r, g = x.g - y.g, b = x.b - y.b;
  return r * r + g * g + b * b;
}

// out[i] is the number of the colour that is nearest to pixel i: of several equally near, the first.
__global__ void nearest(const Colour* pixels, const Colour* palette, int* out, int n, int m) {
  __shared__ Colour colours[kMost];
  int i = blockIdx.x * kThreads + threadIdx.x;
  for (int k = threadIdx.x; k < m; k += kThreads) {
    colours[k] = palette[k];
  }
  __syncthreads();
  if (i >= n) return;
  Colour pixel = pixels[i];
  int best = 0;
  float least = 1e9f;
  for (int k = 0; k < m; ++k) {
    float d = distance(pixel, colours[k]);
    if (d < least) {
      least = d;
      best = k;
    }
  }
  out[i] = best;
}

// Whole numbers from 0 to 255: differences, squares and their sums are exact.
std::vector<Colour> colours(int count, int which) {
  const std::vector<int> numbers = lockstep::RandomInput<int>(3 * count, 0, 255, which);
  std::vector<Colour> result(count);
  for (int i = 0; i < count; ++i) {
    result[i] = {1.f * numbers[3 * i], 1.f * numbers[3 * i + 1], 1.f * numbers[3 * i + 2]};
  }
  return result;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;  // pixels
  const int m = argc > 2 ? std::atoi(argv[2]) : 8;    // colours, 1 to kMost
  const std::vector<Colour> pixels = colours(n, 0);
  std::vector<Colour> palette = colours(m, 1);
  palette[m - 1] = palette[m / 2];  // palettes are made by people: one colour is there twice

  Colour *d_pixels = nullptr, *d_palette = nullptr;
  int* d_out = nullptr;
  cudaMalloc(&d_pixels, n * sizeof(Colour));
  cudaMalloc(&d_palette, m * sizeof(Colour));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_pixels, pixels.data(), n * sizeof(Colour), cudaMemcpyHostToDevice);
  cudaMemcpy(d_palette, palette.data(), m * sizeof(Colour), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_pixels, n);
  LOCKSTEP_PUBLISH(d_palette, m);
  LOCKSTEP_PUBLISH(d_out, n);

  nearest<<<(n + kThreads - 1) / kThreads, kThreads>>>(d_pixels, d_palette, d_out, n, m);
  std::vector<int> out(n);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_pixels);
  cudaFree(d_palette);
  cudaFree(d_out);
}
