// A tree reduction with the block size as a template parameter and the last warp unrolled, several loads a thread.
#include <cstdio>
#include <cstdlib>
#include <vector>

template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid) {
  int v = sdata[tid];
  if (blockSize >= 64) { v += sdata[tid + 32]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
  v += sdata[tid + 16]; __syncwarp(); sdata[tid] = v; __syncwarp();
  v += sdata[tid + 8];  __syncwarp(); sdata[tid] = v; __syncwarp();
  v += sdata[tid + 4];  __syncwarp(); sdata[tid] = v; __syncwarp();
  v += sdata[tid + 2];  __syncwarp(); sdata[tid] = v; __syncwarp();
  v += sdata[tid + 1];  __syncwarp(); sdata[tid] = v; __syncwarp();
}

template <unsigned int blockSize>
__global__ void reduce6(const int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + tid;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  int sum = 0;
  while (i < n) {
    sum += g_idata[i];
    if (i + blockSize < n) sum += g_idata[i + blockSize];
    i += gridSize;
  }
  sdata[tid] = sum;
  __syncthreads();
  if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
  if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
  if (blockSize >= 128) { if (tid < 64) { sdata[tid] += sdata[tid + 64]; } __syncthreads(); }
  if (tid < 32) warpReduce<blockSize>(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main() {
  const unsigned n = 100003;
  std::vector<int> h(n);
  long long want = 0;
  for (unsigned i = 0; i < n; ++i) want += h[i] = (i * 7919u) % 101;
  int *in, *out;
  const int blocks = 16;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, blocks * sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  int threads = 256, smem = (threads + 32) * sizeof(int), failures = 0;
  for (int t = 64; t <= 512; t *= 2) {
    switch (t) {
      case 512: reduce6<512><<<blocks, 512, (512 + 32) * sizeof(int)>>>(in, out, n); break;
      case 256: reduce6<256><<<blocks, 256, smem>>>(in, out, n); break;
      case 128: reduce6<128><<<blocks, 128, smem>>>(in, out, n); break;
      case 64:  reduce6<64><<<blocks, 64, smem>>>(in, out, n); break;
    }
    if (cudaGetLastError() != cudaSuccess) return 1;
    int parts[blocks];
    cudaMemcpy(parts, out, sizeof parts, cudaMemcpyDeviceToHost);
    long long got = 0;
    for (int p : parts) got += p;
    failures += got != want;
  }
  cudaFree(in); cudaFree(out);
  printf("%s\n", failures ? "wrong" : "right");
  return failures;
}
