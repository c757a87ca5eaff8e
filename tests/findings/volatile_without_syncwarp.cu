// The old end of a reduction: lanes exchange sums through volatile memory, as if they ran in step.
__global__ void sum(const int* in, int* out) {
  __shared__ volatile int part[64];
  int t = threadIdx.x;
  part[t] = in[t];
  part[t + 32] = in[t + 32];
  __syncwarp();
  part[t] = part[t] + part[t + 32];
  __syncwarp();
  part[t] = part[t] + part[(t + 16) % 32];  // expect: race-shared
  if (t == 0) *out = part[0];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  sum<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
