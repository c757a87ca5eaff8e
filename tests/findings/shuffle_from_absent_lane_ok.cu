// The result of a shuffle from a lane that has left is not used.
__global__ void sums(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  int sum = in[i];
  for (int step = 16; step > 0; step /= 2) {
    const int other = __shfl_down_sync(0xffffffff, sum, step);
    if (i + step < n) sum += other;
  }
  if (i == 0) *out = sum;
}

int main() {
  int *in, *out, sum;
  cudaMalloc(&in, 20 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 20 * sizeof(int));
  sums<<<1, 32>>>(in, out, 20);
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return sum != 0;
}
