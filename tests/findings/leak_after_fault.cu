// A kernel faults, the program continues to its end, and one of three pieces of memory has no free.
__global__ void add(int* data, const int* more) {
  data[threadIdx.x] += more[threadIdx.x];  // expect: null-pointer
}

int main() {
  int *data, *forgotten, *pinned;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&forgotten, 32 * sizeof(int));  // expect: leak
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  add<<<1, 32>>>(data, nullptr);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFreeHost(pinned);
}
