// The time of the second event is asked before anybody has waited for it.
__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
  int* x;
  float milliseconds;
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaMalloc(&x, 32 * sizeof(int));
  cudaEventRecord(start);
  fill<<<1, 32>>>(x);
  cudaEventRecord(stop);
  cudaEventElapsedTime(&milliseconds, start, stop);  // expect: not-synchronized
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(x);
}
