// The producer warp does not wait until the consumer has emptied the slot.
__global__ void ring(const int *in, int *out, int n) {
  __shared__ int slot;
  __shared__ volatile int full;
  if (threadIdx.x == 0) full = 0;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i <= n; ++i) {
      slot = in[i - 1];  // defect: race-shared
      __threadfence_block();
      full = i;
    }
  if (threadIdx.x == 32) {
    int seen = 0;
    while (seen < n) {
      int now = full;
      if (now == seen) continue;
      __threadfence_block();
      out[now - 1] = slot;  // defect: race-shared
      seen = now;
    }
  }
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 40); cudaMalloc(&b, 40);
  cudaMemset(a, 0, 40); cudaMemset(b, 0, 40);
  ring<<<1, 64>>>(a, b, 10);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b);
}
