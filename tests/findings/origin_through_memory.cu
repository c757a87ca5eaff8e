// One cell is never written; values computed from it pass through shared and global memory before they are used.
// told: decides something at line \d+
__global__ void smooth(const int* in, int* out, int n) {
  __shared__ int tile[32], sums[32];
  const int t = threadIdx.x;
  if (t < n - 1) tile[t] = in[t];
  __syncthreads();
  sums[t] = tile[t] + tile[(t + 1) % 32];  // expect: uninitialized-shared
  __syncthreads();
  for (int step = 16; step > 0; step /= 2) {
    if (t < step) sums[t] += sums[t + step];
    __syncthreads();
  }
  if (t == 0) *out = sums[0];
}

__global__ void decide(const int* sum, int* out) {
  if (*sum / 2 > 3) out[threadIdx.x] = 1;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&out, 33 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  smooth<<<1, 32>>>(in, out, 32);
  decide<<<1, 32>>>(out, out + 1);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
