// The other stream waits for the allocation.
__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  cudaStream_t here, there;
  cudaStreamCreate(&here);
  cudaStreamCreate(&there);
  int* data;
  cudaMallocAsync(&data, 64 * sizeof(int), here);
  cudaEvent_t allocated;
  cudaEventCreate(&allocated);
  cudaEventRecord(allocated, here);
  cudaStreamWaitEvent(there, allocated, 0);
  fill<<<1, 64, 0, there>>>(data);
  cudaStreamSynchronize(there);
  cudaFreeAsync(data, here);
  cudaStreamSynchronize(here);
  cudaEventDestroy(allocated);
  cudaStreamDestroy(here);
  cudaStreamDestroy(there);
}
