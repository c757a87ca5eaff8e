#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

__device__ int reserve(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(counter, active.size());
  return active.shfl(base, 0) + active.thread_rank();
}

__global__ void keepEven(const int* in, int n, int* out, int* counter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (in[i] % 2 == 0) out[reserve(counter)] = in[i];
}

int main() {
  const int n = 500;
  std::vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = i * 7 % 13;
  int *in, *out, *counter, kept;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  keepEven<<<(n + 95) / 96, 96>>>(in, n, out, counter);
  cudaMemcpy(&kept, counter, sizeof kept, cudaMemcpyDeviceToHost);
  std::vector<int> r(kept);
  cudaMemcpy(r.data(), out, kept * sizeof(int), cudaMemcpyDeviceToHost);
  long sum = 0;
  for (int x : r) sum += x;
  printf("%d kept, sum %ld\n", kept, sum);
  cudaFree(in);
  cudaFree(out);
  cudaFree(counter);
}
