// 256 bins of bytes read as words; counts in shared memory, merged with atomics.
#include <cstdio>
#include <cstring>
#include <vector>
typedef unsigned int uint;
typedef unsigned char uchar;

__device__ inline void addByte(uint *s_Hist, uint data) { atomicAdd(s_Hist + data, 1); }
__device__ inline void addWord(uint *s_Hist, uint data) {
  addByte(s_Hist, (data >> 0) & 0xFFU);
  addByte(s_Hist, (data >> 8) & 0xFFU);
  addByte(s_Hist, (data >> 16) & 0xFFU);
  addByte(s_Hist, (data >> 24) & 0xFFU);
}

__global__ void histogram256(uint *d_Histogram, const uint *d_Data, uint dataCount) {
  __shared__ uint s_Hist[256];
  for (uint i = threadIdx.x; i < 256; i += blockDim.x) s_Hist[i] = 0;
  __syncthreads();
  for (uint pos = blockIdx.x * blockDim.x + threadIdx.x; pos < dataCount; pos += blockDim.x * gridDim.x) addWord(s_Hist, d_Data[pos]);
  __syncthreads();
  for (uint bin = threadIdx.x; bin < 256; bin += blockDim.x) atomicAdd(d_Histogram + bin, s_Hist[bin]);
}

int main() {
  std::vector<uchar> h(40000);
  uint want[256] = {0}, got[256];
  for (size_t i = 0; i < h.size(); ++i) want[h[i] = uchar(i * i >> 3)]++;
  uchar *d;
  uint *hist;
  cudaMalloc(&d, h.size());
  cudaMalloc(&hist, sizeof want);
  cudaMemset(hist, 0, sizeof want);
  cudaMemcpy(d, h.data(), h.size(), cudaMemcpyHostToDevice);
  histogram256<<<6, 192>>>(hist, (uint *)d, h.size() / 4);
  cudaMemcpy(got, hist, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(hist);
  int r = memcmp(want, got, sizeof got);
  puts(r ? "no" : "yes");
  return r != 0;
}
