// Programs that try a shape, see that it is refused, and take a smaller one.
#include <cstdio>

__global__ void __launch_bounds__(256) fill(int* out, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) out[i] = 7;
}

__global__ void sum(const int* in, int* out) {
  extern __shared__ int part[];
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) *out = part[0] + part[blockDim.x - 1];
}

// Halves the block until the device takes it: the same line is refused at first.
static int threads_of_fill(int* out, int count) {
  for (int threads = 1024; threads > 0; threads /= 2) {
    fill<<<2, threads>>>(out, count);
    if (cudaGetLastError() == cudaSuccess) return threads;
  }
  return 0;
}

int main() {
  int *out, *total, host = 0;
  cudaMalloc(&out, 2048 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  printf("%d threads\n", threads_of_fill(out, 2048));
  sum<<<1, 64, 1 << 20>>>(out, total);
  if (cudaGetLastError() != cudaSuccess) sum<<<1, 64, 64 * sizeof(int)>>>(out, total);
  cudaMemcpy(&host, total, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(total);
  cudaFree(out);
  return host != 14;
}
