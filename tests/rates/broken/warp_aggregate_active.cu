// A warp-aggregated counter: the mask is taken before the branch, the shuffle is made inside it.
__global__ void filter(const int* in, int* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  unsigned mask = __activemask();
  int v = i < n ? in[i] : 0;
  if (v > 10) {
    unsigned take = __ballot_sync(mask, 1);  // defect: warp-mask
    int leader = __ffs(take) - 1, base = 0;
    if (lane == leader) base = atomicAdd(count, __popc(take));
    base = __shfl_sync(take, base, leader);
    out[base + __popc(take & ((1u << lane) - 1))] = v;
  }
}
int main() {
  const int n = 128;
  int h[n], *in, *out, *count;
  for (int i = 0; i < n; ++i) h[i] = i % 20;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  filter<<<2, 64>>>(in, out, count, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
}
