#include <cstdio>
#include <numeric>
#include <vector>

template <unsigned BLOCK>
__global__ void blockSums(const int* in, int n, int* sums) {
  __shared__ int buf[BLOCK];
  unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) buf[threadIdx.x] = in[i];
  __syncthreads();
  for (unsigned s = BLOCK / 2; s; s >>= 1) {
    if (threadIdx.x < s) buf[threadIdx.x] += buf[threadIdx.x + s];  // defect: uninitialized-shared
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = buf[0];  // defect: uninitialized-shared
}

int main() {
  const int n = 1000;
  std::vector<int> h(n);
  std::iota(h.begin(), h.end(), 1);
  int *in, *sums;
  cudaMalloc(&in, n * sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const int blocks = (n + 127) / 128;
  cudaMalloc(&sums, blocks * sizeof(int));
  blockSums<128><<<blocks, 128>>>(in, n, sums);
  std::vector<int> part(blocks);
  cudaMemcpy(part.data(), sums, blocks * sizeof(int), cudaMemcpyDeviceToHost);  // defect: uninitialized-shared
  printf("%d\n", std::accumulate(part.begin(), part.end(), 0));  // defect: uninitialized-shared
  cudaFree(in);
  cudaFree(sums);
}
