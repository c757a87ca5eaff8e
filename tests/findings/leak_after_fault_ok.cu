// The same without the fault, and with every free.
__global__ void add(int* data, const int* more) { data[threadIdx.x] += more[threadIdx.x]; }

int main() {
  int *data, *forgotten, *pinned;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&forgotten, 32 * sizeof(int));
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  cudaMemset(forgotten, 0, 32 * sizeof(int));
  add<<<1, 32>>>(data, forgotten);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(forgotten);
  cudaFreeHost(pinned);
}
