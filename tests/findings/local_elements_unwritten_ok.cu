// Everything is set before it is used; unset values are only copied or discarded.
__global__ void work(const int* in, int* out, int n) {
  int seen[4] = {}, weight, unused[3], kept[2];
  for (int i = 0; i < n; ++i) seen[in[i] % 4] = 1;
  int found = 0;
  for (int i = 0; i < 4; ++i)
    if (seen[i]) ++found;
  if (threadIdx.x < 16) weight = 2;
  else weight = 0;
  if (weight > 1) found += 1;
  unused[0] = found;
  float next;
  for (int i = 0; i < n; ++i) {
    if (i > 0) found += next > 0;
    next = in[i];
  }
  for (int k = 0; k < 2; ++k) kept[k] = unused[k];
  int chosen = threadIdx.x < 40 ? kept[0] : kept[1];
  out[threadIdx.x] = found + chosen;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(in, 0, 8 * sizeof(int));
  work<<<1, 32>>>(in, out, 8);
  int host[32];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
