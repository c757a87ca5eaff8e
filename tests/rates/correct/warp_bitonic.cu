// Each warp sorts its 32 values in registers.
#include <cstdio>
#include <vector>
__global__ void sortWarps(int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, v = x[i];
  for (int size = 2; size <= 32; size *= 2)
    for (int stride = size / 2; stride; stride /= 2) {
      int other = __shfl_xor_sync(0xffffffff, v, stride);
      bool up = (lane & size) == 0, lower = (lane & stride) == 0;
      v = (up == lower) ? min(v, other) : max(v, other);
    }
  x[i] = v;
}
int main() {
  std::vector<int> h(128);
  for (int i = 0; i < 128; ++i) h[i] = (i * 37) % 101;
  int *d;
  cudaMalloc(&d, 512);
  cudaMemcpy(d, h.data(), 512, cudaMemcpyHostToDevice);
  sortWarps<<<2, 64>>>(d);
  cudaMemcpy(h.data(), d, 512, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 1; i < 128; ++i) if (i % 32 && h[i - 1] > h[i]) return 1;
  return 0;
}
