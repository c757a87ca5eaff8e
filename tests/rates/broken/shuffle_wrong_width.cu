// A segmented sum by shuffles of 16 lanes takes its total from a lane of the other segment's neighbour that has left.
__global__ void sums(const int* in, int* out, int n) {
  int i = threadIdx.x, v = in[i];
  if (i % 32 >= 24) return;
  for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d, 16);  // defect: warp-mask
  if (i % 16 == 0) out[i / 16] = v > 100 ? 100 : v;  // defect: warp-mask
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  sums<<<1, 64>>>(in, out, 64);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
