// cudaMemcpy2D wants its width in bytes.
#include <vector>
__global__ void sum_rows(const float* a, std::size_t pitch, float* out, int w, int h) {
  int y = threadIdx.x;
  if (y >= h) return;
  const float* row = reinterpret_cast<const float*>(reinterpret_cast<const char*>(a) + y * pitch);
  float sum = 0;
  for (int x = 0; x < w; ++x) sum += row[x];  // defect: uninitialized-global
  out[y] = sum;  // defect: uninitialized-global
}
int main() {
  const int w = 40, h = 20;
  std::vector<float> host(w * h, 1), sums(h);
  float *a, *out;
  std::size_t pitch;
  cudaMallocPitch(&a, &pitch, w * sizeof(float), h);
  cudaMalloc(&out, h * sizeof(float));
  cudaMemcpy2D(a, pitch, host.data(), w * sizeof(float), w, h, cudaMemcpyHostToDevice);  // defect: uninitialized-global
  sum_rows<<<1, 32>>>(a, pitch, out, w, h);
  cudaMemcpy(sums.data(), out, h * sizeof(float), cudaMemcpyDeviceToHost);  // defect: uninitialized-copy|uninitialized-global
  cudaFree(a);
  cudaFree(out);
}
