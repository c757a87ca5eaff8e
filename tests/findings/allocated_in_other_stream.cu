// Memory is allocated in the order of one stream and used at once by a kernel on another.
__global__ void fill(int* data) { data[threadIdx.x] = 1; }  // expect: race-streams

int main() {
  cudaStream_t here, there;
  cudaStreamCreate(&here);
  cudaStreamCreate(&there);
  int* data;
  cudaMallocAsync(&data, 64 * sizeof(int), here);
  fill<<<1, 64, 0, there>>>(data);
  cudaStreamSynchronize(there);
  cudaFreeAsync(data, here);
  cudaStreamSynchronize(here);
  cudaStreamDestroy(here);
  cudaStreamDestroy(there);
}
