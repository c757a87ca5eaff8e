// The blocks of a grid count themselves with fences, for another purpose. If the first block counts first, the counter
// happens to order its table before those that use it; no block waits for that.
#include <cstdio>

constexpr int kBlocks = 6, kEntries = 64;

__global__ void map(int* squares, const int* in, int* out, unsigned* places, int* log) {
  __shared__ unsigned place;
  if (blockIdx.x == 0) squares[threadIdx.x] = threadIdx.x * threadIdx.x;  // expect: race-global
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    place = atomicAdd(places, 1);
    __threadfence();
    log[place] = blockIdx.x;
  }
  __syncthreads();
  const int i = blockIdx.x * kEntries + threadIdx.x;
  out[i] = squares[in[i]];
}

int main() {
  const int n = kBlocks * kEntries;
  static int host[n];
  int *squares, *in, *out, *log;
  unsigned* places;
  cudaMalloc(&squares, kEntries * sizeof(int));
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&log, kBlocks * sizeof(int));
  cudaMalloc(&places, sizeof(unsigned));
  for (int i = 0; i < n; ++i) host[i] = i * 7 % kEntries;
  cudaMemset(squares, 0, kEntries * sizeof(int));
  cudaMemset(places, 0, sizeof(unsigned));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  map<<<kBlocks, kEntries>>>(squares, in, out, places, log);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  cudaFree(squares);
  cudaFree(in);
  cudaFree(out);
  cudaFree(log);
  cudaFree(places);
}
