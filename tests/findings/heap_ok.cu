// Device-side malloc: each access is inside.
__global__ void work(int* out) {
  int* own = (int*)malloc(4 * sizeof(int));
  if (!own) return;
  for (int i = 0; i < 4; ++i) own[i] = i;
  out[threadIdx.x] = own[3];
  free(own);
}

int main() {
  int* out;
  cudaMalloc(&out, 8 * sizeof(int));
  work<<<1, 8>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
