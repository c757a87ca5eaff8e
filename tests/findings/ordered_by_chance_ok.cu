// The last block to finish knows by its number that the others are done: a counter that orders, in every order.
#include <cstdio>

constexpr int kBlocks = 6, kEntries = 64;

__global__ void sum(const int* in, int* sums, unsigned* done, int* total) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    int own = 0;
    for (int i = 0; i < kEntries; ++i) own += in[blockIdx.x * kEntries + i];
    sums[blockIdx.x] = own;
    __threadfence();
    is_last = atomicAdd(done, 1) == kBlocks - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  int all = 0;
  for (int i = 0; i < kBlocks; ++i) all += sums[i];
  *total = all;
}

int main() {
  const int n = kBlocks * kEntries;
  static int host[n];
  int *in, *sums, *total;
  unsigned* done;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&sums, kBlocks * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&done, sizeof(unsigned));
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMemset(done, 0, sizeof(unsigned));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<kBlocks, kEntries>>>(in, sums, done, total);
  cudaMemcpy(host, total, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  cudaFree(in);
  cudaFree(sums);
  cudaFree(total);
  cudaFree(done);
}
