// LSD radix sort, 4 bits a pass: count per block, exclusive scan over digit-major counts, scatter.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>
using u32 = unsigned int;
namespace radix {
constexpr int kBits = 4, kDigits = 1 << kBits, kBlock = 128;

__global__ void count(const u32* keys, u32* counts, int n, int shift) {
  __shared__ u32 local[kDigits];
  if (threadIdx.x < kDigits) local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * kBlock + threadIdx.x;
#if DEFECT == 1
  atomicAdd(&local[(keys[i] >> shift) & (kDigits - 1)], 1u);  // defect1: out-of-bounds-global|uninitialized-global
#else
  if (i < n) atomicAdd(&local[(keys[i] >> shift) & (kDigits - 1)], 1u);
#endif
  __syncthreads();
  if (threadIdx.x < kDigits)
#if DEFECT == 2
    counts[blockIdx.x * gridDim.x + threadIdx.x] = local[threadIdx.x];  // defect2: race-global|out-of-bounds-global|race-same-value
#else
    counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];  // defect7: out-of-bounds-global
#endif
}

__global__ void scan(u32* a, int n) {
  __shared__ u32 s[1024];
  __shared__ u32 carry;
  int t = threadIdx.x;
  if (t == 0) carry = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    u32 v = base + t < n ? a[base + t] : 0;
    s[t] = v;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
      u32 x = t >= d ? s[t - d] : 0;
#if DEFECT != 3
      __syncthreads();
#endif
      s[t] += x;  // defect3: race-shared
      __syncthreads();
    }
    if (base + t < n) a[base + t] = carry + s[t] - v;  // defect4: race-shared
#if DEFECT != 4
    __syncthreads();
#endif
    if (t == blockDim.x - 1) carry += s[t];  // defect4: race-shared
    __syncthreads();
  }
}

__global__ void scatter(const u32* in, u32* out, const u32* offsets, int n, int shift) {
  __shared__ u32 digit[kBlock];
  int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  u32 key = 0, d = kDigits;
  if (i < n) {
    key = in[i];  // defect6: race-global
    d = (key >> shift) & (kDigits - 1);
  }
  digit[t] = d;  // defect5: race-shared
#if DEFECT != 5
  __syncthreads();
#endif
  if (i >= n) return;
  u32 rank = 0;
  for (int k = 0; k < t; ++k) rank += digit[k] == d;  // defect5: race-shared
  out[offsets[d * gridDim.x + blockIdx.x] + rank] = key;  // defect6: race-global
}

void sort(u32* d_keys, u32* d_tmp, int n) {
  int blocks = (n + kBlock - 1) / kBlock;
  u32* d_counts;
#if DEFECT == 7
  cudaMalloc(&d_counts, blocks * sizeof(u32));
#else
  cudaMalloc(&d_counts, blocks * kDigits * sizeof(u32));
#endif
  for (int shift = 0; shift < 32; shift += kBits) {
    count<<<blocks, kBlock>>>(d_keys, d_counts, n, shift);
    scan<<<1, 256>>>(d_counts, blocks * kDigits);
#if DEFECT == 6
    scatter<<<blocks, kBlock>>>(d_keys, d_keys, d_counts, n, shift);
#else
    scatter<<<blocks, kBlock>>>(d_keys, d_tmp, d_counts, n, shift);
    std::swap(d_keys, d_tmp);
#endif
  }
  cudaFree(d_counts);
#if DEFECT == 8
  cudaFree(d_tmp);
#endif
}
}  // namespace radix

int main() {
  const int n = 3001;
  std::vector<u32> h(n);
  std::mt19937 rng(7);
  for (auto& k : h) k = rng();
  u32 *d_a, *d_b;
  cudaMalloc(&d_a, n * 4); cudaMalloc(&d_b, n * 4);
  cudaMemcpy(d_a, h.data(), n * 4, cudaMemcpyHostToDevice);
  radix::sort(d_a, d_b, n);
  std::vector<u32> r(n);
  cudaMemcpy(r.data(), d_a, n * 4, cudaMemcpyDeviceToHost);
  std::sort(h.begin(), h.end());
  puts(r == h ? "ok" : "FAIL");
  cudaFree(d_a);
  cudaFree(d_b);  // defect8: double-free
}
