// Every thread requests more of the device heap than there is, and does not check the result.
__global__ void work(int* out) {
  int* own = (int*)malloc(1 << 20);  // expect: heap-exhausted
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
