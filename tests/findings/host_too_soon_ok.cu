// The host waits, by calls or by a flag that the kernel sets; and a copy to pageable memory waits by itself.
#include <cstdio>
#include <cstring>
#include <vector>
__global__ void write(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void signal(int* data, volatile int* flag) {
  data[threadIdx.x] += 1;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) *flag = 1;
}

int main() {
  int *managed, *pinned, *device, *flag, sum = 0, copied[64];
  cudaMallocManaged(&managed, 64 * sizeof(int));
  cudaMallocHost(&pinned, 64 * sizeof(int));
  cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
  cudaMalloc(&device, 64 * sizeof(int));
  write<<<1, 64>>>(managed);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) sum += managed[i];
  *flag = 0;
  signal<<<1, 64>>>(managed, flag);
  while (*(volatile int*)flag == 0) {}
  for (int i = 0; i < 64; ++i) sum += managed[i];
  write<<<1, 64>>>(device);
  std::vector<int> pageable(64);
  cudaMemcpyAsync(pageable.data(), device, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  sum += pageable[5];
  cudaMemcpy(pinned, device, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  memcpy(copied, pinned, sizeof copied);
  cudaMemcpyAsync(device, pinned, 64 * sizeof(int), cudaMemcpyHostToDevice);
  sum += pinned[1];
  cudaStreamSynchronize(0);
  pinned[0] = 7;
  printf("%d %d\n", sum, copied[3]);
  cudaFree(device);
  cudaFreeHost(flag);
  cudaFreeHost(pinned);
  cudaFree(managed);
}
