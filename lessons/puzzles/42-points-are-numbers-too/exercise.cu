// Puzzle 42: points with three coordinates each become larger: every coordinate is multiplied by the same factor.
//
// A thread scales its point, and its warp touches 72 sectors for 32 of them. Do it with 24.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// `scaled` gets all points, larger by the factor.
__global__ void scale(const float3* points, float3* scaled, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  scaled[i].x = points[i].x * factor;
  scaled[i].y = points[i].y * factor;
  scaled[i].z = points[i].z * factor;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 32;
  const std::vector<float> numbers = lockstep::RandomInput<float>(3 * n, -1, 1);

  float *d_points, *d_scaled;
  cudaMalloc(&d_points, (3 * n) * sizeof(float));
  cudaMalloc(&d_scaled, (3 * n) * sizeof(float));
  cudaMemcpy(d_points, numbers.data(), (3 * n) * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_points, n, 3);
  LOCKSTEP_PUBLISH(d_scaled, n, 3);

  auto *points = reinterpret_cast<float3*>(d_points), *scaled = reinterpret_cast<float3*>(d_scaled);
  scale<<<(n + 31) / 32, 32>>>(points, scaled, 2.5f, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_points);
  cudaFree(d_scaled);
}
