// The array is freed after the launch that reads it.
__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  copy<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaFree(in);
}
