// A scan of several blocks: the array of block sums has one cell too few.
__global__ void scan_blocks(const int* in, int* out, int* sums, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  if (i < n) out[i] = s[t];
  if (t == 127) sums[blockIdx.x] = s[t];  // defect: out-of-bounds-global
}
int main() {
  const int n = 1000, blocks = (n + 127) / 128;
  int *in, *out, *sums;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&sums, (n / 128) * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  scan_blocks<<<blocks, 128>>>(in, out, sums, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(sums);
}
