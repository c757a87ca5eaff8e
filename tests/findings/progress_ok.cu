// The host polls mapped and managed memory for a kernel's progress, and uses what the kernel has written so far.
#include <cstdio>

__global__ void work(volatile int* progress, volatile int* results) {
  for (int step = 0; step < 8; ++step) {
    if (threadIdx.x == 0) {
      results[step] = step * step;
      __threadfence_system();
      *progress = step + 1;
    }
    __syncthreads();
  }
}

int watch(volatile int* progress, volatile int* results) {
  int seen = 0, sum = 0;
  while (seen < 8)
    for (const int now = *progress; seen < now; ++seen) sum += results[seen];
  return sum;
}

int main() {
  int *mapped, *of_device, *managed, sum = 0;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaHostAlloc(&mapped, 9 * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&of_device, mapped, 0);
  cudaMallocManaged(&managed, 9 * sizeof(int));
  mapped[8] = managed[8] = 0;
  work<<<1, 32, 0, stream>>>(of_device + 8, of_device);
  sum += watch(mapped + 8, mapped);
  work<<<1, 32, 0, stream>>>(managed + 8, managed);
  sum += watch(managed + 8, managed);
  cudaStreamSynchronize(stream);
  printf("%d %d\n", sum, mapped[3] + managed[8]);
  cudaStreamDestroy(stream);
  cudaFreeHost(mapped);
  cudaFree(managed);
}
