// 96 threads a block: the first warp reads 32 partial sums, three are written.
#include <cstdio>
__global__ void reduce(const int *in, int *out) {
  __shared__ int part[32];
  int v = in[threadIdx.x], lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = part[lane];  // defect: uninitialized-shared
    for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (lane == 0) *out = v;
  }
}
int main() {
  int *a, *b, r;
  cudaMalloc(&a, 384); cudaMalloc(&b, 4);
  cudaMemset(a, 0, 384);
  reduce<<<1, 96>>>(a, b);
  cudaMemcpy(&r, b, 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%d\n", r);
}
