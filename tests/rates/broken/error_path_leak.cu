// On the early way out one of the two buffers is forgotten.
#include <cstdio>
#include <vector>
__global__ void add(float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += b[i];
}
static bool process(const std::vector<float>& data) {
  float *a = nullptr, *b = nullptr;
  cudaMalloc(&a, data.size() * sizeof(float));
  cudaMalloc(&b, data.size() * sizeof(float));  // defect: leak
  cudaMemcpy(a, data.data(), data.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(b, 0, data.size() * sizeof(float));
  if (data.size() < 100) {
    cudaFree(a);
    return false;
  }
  add<<<1, 256>>>(a, b, int(data.size()));
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  return true;
}
int main() {
  printf("%d\n", process(std::vector<float>(200)));
  printf("%d\n", process(std::vector<float>(50)));
}
