// A scan of 32 lanes with the mask of 16.
__global__ void scan(int *x) {
  int lane = threadIdx.x, v = x[lane];
  for (int d = 1; d < 32; d *= 2) {
    int y = __shfl_up_sync(0xffff, v, d);  // defect: warp-mask
    if (lane >= d) v += y;
  }
  x[lane] = v;
}
int main() {
  int *d;
  cudaMalloc(&d, 128);
  cudaMemset(d, 0, 128);
  scan<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
