#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

constexpr int THREADS = 128;

// Keep the positive ones, in order: scan for the places, then a reduction in the same temporary storage.
__global__ void compactAndMax(const int* in, int n, int* out, int2* info) {
  using Scan = cub::BlockScan<int, THREADS>;
  using Reduce = cub::BlockReduce<int, THREADS>;
  __shared__ union {
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
  } temp;
  int x = threadIdx.x < n ? in[threadIdx.x] : 0;
  int place, total;
  Scan(temp.scan).ExclusiveSum(x > 0 ? 1 : 0, place, total);
  if (x > 0) out[place] = x;
  __syncthreads();
  int best = Reduce(temp.reduce).Reduce(x, [](int a, int b) { return a > b ? a : b; });
  if (threadIdx.x == 0) *info = make_int2(total, best);
}

int main() {
  const int n = 100;
  std::vector<int> h(n), r(n);
  for (int i = 0; i < n; ++i) h[i] = (i * 31) % 17 - 8;
  int *in, *out;
  int2 *info, hi;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&info, sizeof(int2));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  compactAndMax<<<1, THREADS>>>(in, n, out, info);
  cudaMemcpy(&hi, info, sizeof hi, cudaMemcpyDeviceToHost);
  cudaMemcpy(r.data(), out, hi.x * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d kept, best %d, first %d\n", hi.x, hi.y, r[0]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(info);
}
