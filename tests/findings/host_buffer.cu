// The host's side of a copy is too small: a vector, an array, memory from malloc, a number.
// told: a copy of 128 bytes reads past the end of the host.s memory
#include <cstdlib>
#include <vector>

__constant__ float weights[8];
__global__ void fill(float* data) { data[threadIdx.x] = weights[threadIdx.x % 8]; }

int main() {
  const float few[5] = {};
  float* data;
  cudaMalloc(&data, 64 * sizeof(float));
  cudaMemcpyToSymbol(weights, few, sizeof weights);  // expect: copy-out-of-bounds
  fill<<<1, 64>>>(data);
  std::vector<float> half(32);
  std::vector<float> rows(36);
  half.reserve(64);
  half.resize(31);
  cudaMemcpy(half.data(), data + 1, 63 * sizeof(float), cudaMemcpyDeviceToHost);
  float* lent = static_cast<float*>(malloc(64));
  cudaMemcpy(data, lent, 16 * sizeof(double), cudaMemcpyHostToDevice);  // expect: copy-out-of-bounds
  free(lent);
  cudaMemcpy2D(data, 32, rows.data(), 24, 24, 7, cudaMemcpyHostToDevice);  // expect: copy-out-of-bounds
  cudaMemcpy(data, rows.data() + 4, 36 * sizeof(float), cudaMemcpyHostToDevice);  // expect: copy-out-of-bounds
  cudaFree(data);
}
