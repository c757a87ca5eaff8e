// The second half of a table is copied with an offset in elements.
__constant__ float table[64];
__global__ void look_up(const int* at, float* out) { out[threadIdx.x] = table[at[threadIdx.x]]; }
int main() {
  float h[64];
  int where[32], *at;
  float* out;
  for (int i = 0; i < 64; ++i) h[i] = float(i);
  for (int i = 0; i < 32; ++i) where[i] = 2 * i;
  cudaMalloc(&at, sizeof where);
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemcpy(at, where, sizeof where, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(table, h, sizeof h / 2);
  cudaMemcpyToSymbol(table, h + 32, sizeof h / 2, 32 * sizeof(double));  // defect: copy-out-of-bounds
  look_up<<<1, 32>>>(at, out);
  cudaDeviceSynchronize();
  cudaFree(at);
  cudaFree(out);
}
