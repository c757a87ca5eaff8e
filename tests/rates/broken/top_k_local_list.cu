// Each thread keeps its best values in a local list, and shifts one place too far.
__global__ void best(const int* in, int n, int* out) {
  int list[4] = {0, 0, 0, 0};
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int v = in[i], at = 0;
    while (at < 4 && list[at] >= v) ++at;
    if (at == 4) continue;
    for (int k = 4; k > at; --k) list[k] = list[k - 1];  // defect: out-of-bounds-local
    list[at] = v;
  }
  for (int k = 0; k < 4; ++k) out[threadIdx.x * 4 + k] = list[k];
}
int main() {
  int h[256], *in, *out;
  for (int i = 0; i < 256; ++i) h[i] = (i * 71) % 256;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, 32 * 4 * sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  best<<<1, 32>>>(in, 256, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
