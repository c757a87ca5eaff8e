#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

constexpr int THREADS = 128;

__global__ void minAndSum(const int* in, int n, int2* out) {
  using Reduce = cub::BlockReduce<int, THREADS>;
  __shared__ typename Reduce::TempStorage temp;
  int i = blockIdx.x * THREADS + threadIdx.x;
  int x = i < n ? in[i] : 0;
  int sum = Reduce(temp).Sum(x);  // defect: race-shared
  int odd = Reduce(temp).Sum(x & 1);  // defect: race-shared
  if (threadIdx.x == 0) out[blockIdx.x] = make_int2(sum, odd);
}

int main() {
  const int n = 700, blocks = (n + THREADS - 1) / THREADS;
  std::vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = i;
  int* in;
  int2* out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, blocks * sizeof(int2));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  minAndSum<<<blocks, THREADS>>>(in, n, out);
  std::vector<int2> r(blocks);
  cudaMemcpy(r.data(), out, blocks * sizeof(int2), cudaMemcpyDeviceToHost);
  int sum = 0, odd = 0;
  for (auto p : r) { sum += p.x; odd += p.y; }
  printf("sum %d, odd %d\n", sum, odd);
  cudaFree(in);
  cudaFree(out);
}
