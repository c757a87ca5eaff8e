// cudaMemset gets a number of elements: three quarters of the counters are not cleared.
__global__ void count(const int* in, int* counters, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counters[in[i]], 1);  // defect: uninitialized-global
}
int main() {
  int h[200], *in, *counters;
  for (int i = 0; i < 200; ++i) h[i] = i % 100;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&counters, 100 * sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(counters, 0, 100);  // defect: uninitialized-global
  count<<<1, 256>>>(in, counters, 200);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(counters);
}
