// A countdown with an unsigned index never gets below 0.
__global__ void suffix(int *x, unsigned n) {
  for (unsigned i = n - 2; i >= 0; --i) x[i] += x[i + 1];  // defect: out-of-bounds-global|wild-pointer
}
int main() {
  int *d;
  cudaMalloc(&d, 64);
  cudaMemset(d, 0, 64);
  suffix<<<1, 1>>>(d, 16);
  cudaDeviceSynchronize();
  cudaFree(d);
}
