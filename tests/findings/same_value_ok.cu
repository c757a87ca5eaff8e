// All threads set the same flag, by an atomic.
__global__ void find(const int* in, int* found) {
  if (in[threadIdx.x] == 0) atomicExch(found, 1);
}

int main() {
  int *in, *found;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&found, sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  find<<<1, 64>>>(in, found);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(found);
}
