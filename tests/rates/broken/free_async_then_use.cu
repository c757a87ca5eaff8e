// Memory is given back to the pool in one stream while another stream still works on it.
__global__ void work(int* x) { x[threadIdx.x] += 1; }  // defect: race-streams|use-after-free
int main() {
  int* x;
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaMallocAsync(&x, 128 * sizeof(int), a);
  cudaMemsetAsync(x, 0, 128 * sizeof(int), a);
  cudaStreamSynchronize(a);
  work<<<1, 128, 0, b>>>(x);
  cudaFreeAsync(x, a);  // defect: race-streams
  cudaDeviceSynchronize();
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
