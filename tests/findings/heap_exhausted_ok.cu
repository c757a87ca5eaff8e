// Every thread requests a little of the device heap, checks the result, and frees it.
__global__ void work(int* out) {
  int* own = (int*)malloc(1 << 10);
  if (own) own[0] = 1;
  out[threadIdx.x] = own ? own[0] : 0;
  __syncthreads();
  free(own);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  work<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
