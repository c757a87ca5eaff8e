// Half of the warp shuffles with the mask of the whole warp.
#include <cstdio>
#include <vector>
__global__ void halfSum(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (threadIdx.x % 32 < 16) {
    for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);  // defect: warp-mask
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
  }
}
int main() {
  std::vector<int> h(64, 1);
  int *a, *b, r[2];
  cudaMalloc(&a, 256); cudaMalloc(&b, 8);
  cudaMemcpy(a, h.data(), 256, cudaMemcpyHostToDevice);
  halfSum<<<1, 64>>>(a, b);
  cudaMemcpy(r, b, 8, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%d\n", r[0]);
}
