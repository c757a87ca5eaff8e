// Lanes of a warp that exchange values through volatile memory without a barrier, as in programs written before Volta: each
// read precedes or follows the writes of the whole warp.
#include <cstdio>
#include <cstdlib>

constexpr int kThreads = 256, kBlocks = 8;

__device__ void SumOfWarp(volatile int* part, int t) {
  part[t] += part[t + 32];
  part[t] += part[t + 16];
  part[t] += part[t + 8];
  part[t] += part[t + 4];
  part[t] += part[t + 2];
  part[t] += part[t + 1];
}

__global__ void SumInShared(const int* in, int* out) {
  extern __shared__ int part[];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 32; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t < 32) SumOfWarp(part, t);
  if (t == 0) out[blockIdx.x] = part[0];
}

__global__ void SumInGlobal(int* data, int* out) {
  int* mine = data + blockIdx.x * blockDim.x;
  const int t = threadIdx.x;
  for (int half = blockDim.x / 2; half > 32; half /= 2) {
    if (t < half) mine[t] += mine[t + half];
    __syncthreads();
  }
  if (t < 32) {
    volatile int* last = mine;
    for (int half = 32; half > 0; half /= 2) last[t] += last[t + half];
    if (t == 0) out[blockIdx.x] = last[0];
  }
}

__global__ void ScanInWarps(const int* in, int* out) {
  __shared__ volatile int sums[kThreads];
  const int t = threadIdx.x, lane = t % 32, at = blockIdx.x * blockDim.x + t;
  sums[t] = in[at];
  if (lane >= 1) sums[t] += sums[t - 1];
  if (lane >= 2) sums[t] += sums[t - 2];
  if (lane >= 4) sums[t] += sums[t - 4];
  if (lane >= 8) sums[t] += sums[t - 8];
  if (lane >= 16) sums[t] += sums[t - 16];
  out[at] = sums[t];
}

__global__ void Rotate(int* out) {
  __shared__ volatile int ring[32];
  const int t = threadIdx.x;
  ring[t] = t;
  for (int i = 0; i < 5; ++i) ring[t] = ring[(t + 1) % 32];
  out[t] = ring[t];
}

// A lane that waits for its warp while the rest of the warp waits for the lane's write.
__global__ void Relay(volatile int* done, volatile int* sum) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  while (done[t] == 0) {
  }
  *sum = *sum + t;
  __threadfence();
  done[t + 1] = done[t] + 1;
}

void Expect(const char* what, int got, int wanted) {
  if (got == wanted) return;
  printf("%s: %d instead of %d\n", what, got, wanted);
  exit(1);
}

int main() {
  const int n = kThreads * kBlocks;
  int *in, *out, want[kBlocks] = {};
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, (n + 2) * sizeof(int));
  for (int i = 0; i < n; ++i) want[i / kThreads] += in[i] = i % 13;
  SumInShared<<<kBlocks, kThreads, kThreads * sizeof(int)>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < kBlocks; ++i) Expect("sum in shared memory", out[i], want[i]);
  ScanInWarps<<<kBlocks, kThreads>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0, sum = 0; i < n; ++i) Expect("scan", out[i], sum = (i % 32 ? sum : 0) + in[i]);
  SumInGlobal<<<kBlocks, kThreads>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < kBlocks; ++i) Expect("sum in global memory", out[i], want[i]);
  Rotate<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) Expect("ring", out[i], (i + 5) % 32);
  cudaMemset(out, 0, (n + 2) * sizeof(int));
  cudaDeviceSynchronize();
  out[0] = 1;
  Relay<<<4, 64>>>(out, out + n + 1);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  Expect("relay", out[256], 257);
  Expect("relay's sum", out[n + 1], 255 * 256 / 2);
  printf("ok\n");
}
