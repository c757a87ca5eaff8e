// After the fault every call fails, including frees: the program has done its part, and nothing is reported as a leak.
__global__ void store(int* data) {
  data[threadIdx.x] = 1;  // expect: null-pointer
}

int main() {
  int *device, *pinned, *managed, *async, *rows;
  std::size_t pitch;
  cudaArray_t array;
  cudaMipmappedArray_t levels;
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaMalloc(&device, 64);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 64);
  cudaMallocAsync(&async, 64, nullptr);
  cudaMallocPitch(&rows, &pitch, 64, 4);
  cudaMallocArray(&array, &channels, 16, 16);
  cudaMallocMipmappedArray(&levels, &channels, cudaExtent{16, 16, 0}, 3);
  store<<<1, 32>>>(nullptr);
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaFreeAsync(async, nullptr);
  cudaFree(rows);
  cudaFreeArray(array);
  cudaFreeMipmappedArray(levels);
}
