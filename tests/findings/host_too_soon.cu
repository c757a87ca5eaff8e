// The host reads managed and pinned memory, and writes memory that a copy still reads, without waiting.
// told: the host reads .* before it has waited for a copy that writes it
// told: the host writes .* before it has waited for a copy that reads it
#include <cstdio>
#include <cstring>
__global__ void write(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int *managed, *pinned, *device, sum = 0, copied[64];
  cudaMallocManaged(&managed, 64 * sizeof(int));
  cudaMallocHost(&pinned, 64 * sizeof(int));
  cudaMalloc(&device, 64 * sizeof(int));
  write<<<1, 64>>>(managed);
  for (int i = 0; i < 64; ++i) sum += managed[i];  // expect: not-synchronized
  write<<<1, 64>>>(device);
  cudaMemcpyAsync(pinned, device, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  memcpy(copied, pinned, sizeof copied);  // expect: not-synchronized
  cudaDeviceSynchronize();
  cudaMemcpyAsync(device, pinned, 64 * sizeof(int), cudaMemcpyHostToDevice);
  pinned[0] = 7;  // expect: not-synchronized
  cudaDeviceSynchronize();
  printf("%d %d\n", sum, copied[3]);
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaFree(managed);
}
