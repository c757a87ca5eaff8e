// A pointer from an allocation.
__global__ void set(int* out) {
  out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  set<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
