// Device-side malloc returns memory without values.
__global__ void work(int* out) {
  int* own = (int*)malloc(4 * sizeof(int));
  if (!own) return;
  own[0] = 1;
  out[threadIdx.x] = own[1] > 0 ? 1 : 2;  // expect: uninitialized-heap
  free(own);
}

int main() {
  int *out, host[8];
  cudaMalloc(&out, 8 * sizeof(int));
  work<<<1, 8>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return host[0] == 0;
}
