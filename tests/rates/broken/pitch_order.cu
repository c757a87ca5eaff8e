// The pitches of a 2D copy are swapped.
#include <vector>
__global__ void touch(float *p, size_t pitch) { ((float *)((char *)p + threadIdx.y * pitch))[threadIdx.x] = 1; }
int main() {
  const int w = 20, h = 8;
  float *p;
  size_t pitch;
  std::vector<float> r(w * h);
  cudaMallocPitch(&p, &pitch, w * 4, h);
  touch<<<1, dim3(w, h)>>>(p, pitch);
  cudaMemcpy2D(r.data(), w * 4, p, pitch, pitch, h, cudaMemcpyDeviceToHost);  // defect: copy-out-of-bounds|api-misuse|uninitialized-copy
  cudaFree(p);
}
