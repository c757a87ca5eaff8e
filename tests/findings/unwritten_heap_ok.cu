// Memory of device-side malloc is written before it is read.
__global__ void work(int* out) {
  int* own = (int*)malloc(4 * sizeof(int));
  if (!own) return;
  own[0] = 1;
  out[threadIdx.x] = own[0] > 0 ? 1 : 2;
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
