// A producer block passes work to a consumer block through four slots, and never looks whether a slot is free again.
__global__ void pipe(const int* in, int n, int* slots, volatile int* filled, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < n; ++i) {
      slots[i % 4] = in[i];  // defect: race-global
      __threadfence();
      *filled = i + 1;
    }
  } else {
    for (int i = 0; i < n; ++i) {
      while (*filled <= i) {
      }
      __threadfence();
      out[i] = slots[i % 4] * 2;  // defect: race-global
    }
  }
}
int main() {
  const int n = 64;
  int *in, *slots, *filled, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&slots, 4 * sizeof(int));
  cudaMalloc(&filled, sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  cudaMemset(filled, 0, sizeof(int));
  pipe<<<2, 32>>>(in, n, slots, filled, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(slots);
  cudaFree(filled);
  cudaFree(out);
}
