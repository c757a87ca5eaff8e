// CUB's parts for warps and blocks, in kernels of the program's own.

#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

constexpr int kThreads = 96, kItems = 3, kTile = kThreads * kItems;

struct Sums {
  int block, scanned_last, warp, warp_scanned, largest;
};

struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

__global__ void Sort(const int* in, int* out) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  using RadixSort = cub::BlockRadixSort<int, kThreads, kItems>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename RadixSort::TempStorage sort;
  } shared;
  int items[kItems];
  Load(shared.load).Load(in, items);
  __syncthreads();
  RadixSort(shared.sort).Sort(items);
  __syncthreads();
  Store(shared.store).Store(out, items);
}

__global__ void Add(const int* in, Sums* sums) {
  using Reduce = cub::BlockReduce<int, kThreads>;
  using Scan = cub::BlockScan<int, kThreads>;
  using WarpReduce = cub::WarpReduce<int>;
  using WarpScan = cub::WarpScan<int>;
  __shared__ typename Reduce::TempStorage reduce, reduce_again;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename WarpReduce::TempStorage warp_reduce[kThreads / 32];
  __shared__ typename WarpScan::TempStorage warp_scan[kThreads / 32];
  const int warp = threadIdx.x / 32, value = in[threadIdx.x];
  const int sum = Reduce(reduce).Sum(value);
  const int largest = Reduce(reduce_again).Reduce(value, Larger());
  int before, warp_before;
  Scan(scan).ExclusiveSum(value, before);
  const int of_warp = WarpReduce(warp_reduce[warp]).Sum(value);
  WarpScan(warp_scan[warp]).InclusiveSum(value, warp_before);
  if (threadIdx.x == 0) sums->block = sum, sums->largest = largest, sums->warp = of_warp;
  if (threadIdx.x == kThreads - 1) sums->scanned_last = before + value;
  if (threadIdx.x == 31) sums->warp_scanned = warp_before;
}

int main() {
  std::vector<int> numbers(kTile);
  for (int i = 0; i < kTile; ++i) numbers[i] = (i * 7919 % 1009) - 500;
  int *in, *out;
  Sums* sums;
  cudaMalloc(&in, kTile * sizeof(int));
  cudaMalloc(&out, kTile * sizeof(int));
  cudaMalloc(&sums, sizeof(Sums));
  cudaMemcpy(in, numbers.data(), kTile * sizeof(int), cudaMemcpyHostToDevice);
  Sort<<<1, kThreads>>>(in, out);
  Add<<<1, kThreads>>>(in, sums);
  std::vector<int> sorted(kTile);
  Sums found;
  cudaMemcpy(sorted.data(), out, kTile * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&found, sums, sizeof(Sums), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(sums);
  int all = 0, of_warp = 0;
  for (int i = 0; i < kThreads; ++i) all += numbers[i], of_warp += i < 32 ? numbers[i] : 0;
  const int largest = *std::max_element(numbers.begin(), numbers.begin() + kThreads);
  std::sort(numbers.begin(), numbers.end());
  const bool right = sorted == numbers && found.block == all && found.scanned_last == all && found.warp == of_warp &&
                     found.warp_scanned == of_warp && found.largest == largest;
  std::printf(right ? "ok\n" : "wrong\n");
  return right ? 0 : 1;
}
