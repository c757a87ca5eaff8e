#include <cstdio>
#include <vector>

// Four floats at a time; `offset` skips a header.
__global__ void copyVec4(const float* src, float* dst, int offset, int count4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count4) {
    const float4* from = reinterpret_cast<const float4*>(src + offset);
    float4* to = reinterpret_cast<float4*>(dst);
    to[i] = from[i];  // defect: misaligned
  }
}

int main() {
  constexpr int header = 6, payload = 256;
  std::vector<float> file(header + payload);
  for (size_t i = 0; i < file.size(); ++i) file[i] = float(i);
  float *src, *dst;
  cudaMalloc(&src, file.size() * sizeof(float));
  cudaMalloc(&dst, payload * sizeof(float));
  cudaMemcpy(src, file.data(), file.size() * sizeof(float), cudaMemcpyHostToDevice);
  copyVec4<<<1, payload / 4>>>(src, dst, header, payload / 4);
  std::vector<float> out(payload);
  cudaError_t status = cudaMemcpy(out.data(), dst, payload * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%s: %f\n", cudaGetErrorName(status), out[0]);
  cudaFree(src);
  cudaFree(dst);
  return status != cudaSuccess;
}
