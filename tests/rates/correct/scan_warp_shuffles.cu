// A block-wide scan by shuffles: a scan in each warp, then one of the warps' totals.
#include <cstdio>
__device__ int warp_scan(int v, int lane) {
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xffffffff, v, d);
    if (lane >= d) v += other;
  }
  return v;
}
__global__ void scan(int* data) {
  __shared__ int totals[32];
  int t = threadIdx.x, lane = t % 32, warp = t / 32, warps = blockDim.x / 32;
  int v = warp_scan(data[t], lane);
  if (lane == 31) totals[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int w = lane < warps ? totals[lane] : 0;
    w = warp_scan(w, lane);
    if (lane < warps) totals[lane] = w;
  }
  __syncthreads();
  data[t] = v + (warp ? totals[warp - 1] : 0);
}
int main() {
  int h[192], *d;
  for (int& x : h) x = 1;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  scan<<<1, 192>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[191]);
  cudaFree(d);
}
