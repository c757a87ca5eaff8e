// Every block writes the result.
__global__ void last(int* out) {
  if (threadIdx.x == 0) *out = blockIdx.x;  // expect: race-global
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  last<<<8, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
