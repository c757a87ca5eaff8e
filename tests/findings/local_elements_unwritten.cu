// Elements that no loop has written, a variable that is set on one path only, and one that is never set.
// told: a thread uses `seen` before it has a value
__global__ void work(const int* in, int* out, int n) {
  int seen[4], weight, limit;
  seen[0] = 0;
  for (int i = 0; i < n; ++i) seen[in[i] % 4] = 1;
  int found = 0;
  for (int i = 0; i < 4; ++i)
    if (seen[i]) ++found;  // expect: uninitialized-local
  if (threadIdx.x < 16) weight = 2;
  if (weight > 1) found += 1;  // expect: uninitialized-local
  if (found > limit) found = 0;  // expect: uninitialized-local
  out[threadIdx.x] = found;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(in, 0, 8 * sizeof(int));
  work<<<1, 32>>>(in, out, 8);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
