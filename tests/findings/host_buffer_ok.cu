// Each side of each copy is large enough: part of an array, memory that grew, a member, the end of a vector.
#include <cstdlib>
#include <memory>
#include <vector>

struct Result {
  int count;
  float values[63];
};
__constant__ float weights[8];
__global__ void fill(float* data) { data[threadIdx.x] = weights[threadIdx.x % 8]; }

int main() {
  static const float few[5] = {};
  const float rest[3] = {};
  float* data;
  cudaMalloc(&data, 64 * sizeof(float));
  cudaMemcpyToSymbol(weights, few, sizeof few);
  cudaMemcpyToSymbol(weights, rest, sizeof rest, sizeof few);
  fill<<<1, 64>>>(data);
  std::vector<float> values(32);
  values.insert(values.end(), 40, 1.0f);
  cudaMemcpy(values.data() + 8, data, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  float* lent = static_cast<float*>(malloc(64));
  lent = static_cast<float*>(realloc(lent, 64 * sizeof(float)));
  cudaMemcpy(lent, data, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  free(lent);
  const std::unique_ptr<float[]> owned(new float[64]);
  cudaMemcpy(owned.get(), data, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  Result result;
  cudaMemcpy(result.values, data, sizeof result.values, cudaMemcpyDeviceToHost);
  float last;
  cudaMemcpy(&last, data + 63, sizeof last, cudaMemcpyDeviceToHost);
  cudaMemcpy2D(values.data(), 36, data, 32, 32, 8, cudaMemcpyDeviceToHost);
  cudaFree(data);
}
