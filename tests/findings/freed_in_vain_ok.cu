// The kernel gets valid memory, and each piece of memory is freed by the matching call.
__global__ void store(int* data) { data[threadIdx.x] = 1; }

int main() {
  int *device, *pinned;
  cudaMalloc(&device, 64);
  cudaMallocHost(&pinned, 64);
  store<<<1, 16>>>(device);
  cudaFree(device);
  cudaFreeHost(pinned);
}
