// Branches, loops and calls at which lanes of a warp diverge, and the number of lanes at each line. 2 blocks of 48 threads:
// two whole warps and two of 16 lanes.

#include <cstdio>

__global__ void ByLane(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0)                          // metric: branch requests=4 lanes=96 possible_lanes=96 divergent=4 advice: divergence
    out[i] = 1;                            // metric: store global requests=4 lanes=48 possible_lanes=96
  else
    out[i] = 2;                            // metric: store global requests=4 lanes=48
  out[i] = 3;                              // metric: store global requests=4 lanes=96
}

__global__ void ByWarp(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x / 32 == 0)               // metric: branch requests=4 divergent=0
    out[i] = 1;                            // metric: store global requests=2 lanes=64
  else
    out[i] = 2;                            // metric: store global requests=2 lanes=32
}

__global__ void EarlyReturn(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;                      // metric: branch requests=4 divergent=1
  out[i] = 1;                              // metric: store global requests=4 lanes=90
}

// Lane i runs i % 4 + 1 iterations: the warp runs as many as its longest lane.
__global__ void UnevenLoops(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k <= threadIdx.x % 4; ++k)  // metric: branch requests=20 lanes=336 divergent=12 advice: divergence
    out[i] = k;                               // metric: store global requests=16 lanes=240 possible_lanes=384
  out[i] = 9;                                 // metric: store global requests=4 lanes=96
}

// A break in the middle, a `continue`, nested loops: lanes wait for one another after each.
__global__ void Nested(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 3; ++k) {            // metric: branch requests=16 divergent=0
    int j = 0;
    while (true) {
      if (j == threadIdx.x % 2) break;     // metric: branch requests=24 divergent=12 advice: divergence
      ++j;
    }
    out[i] = j;                            // metric: store global requests=12 lanes=288
    if (threadIdx.x % 4 == k) continue;    // metric: branch requests=12 divergent=12 advice: divergence
    out[i] = k;                            // metric: store global requests=12 lanes=216
  }
}

__device__ __noinline__ void Put(int* at, int value) {
  *at = value;                             // metric: store global requests=12 lanes=192
}

// The two calls are separate, and so is each iteration's.
__global__ void Calls(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 2)                     // metric: branch requests=4 divergent=4 advice: divergence
    Put(out + i, 1);
  else
    Put(out + i, 2);
  for (int k = 0; k < 2; ++k)
    if (threadIdx.x % 2 == k) continue;    // metric: branch requests=8 divergent=8 advice: divergence
  if (threadIdx.x < 64) Put(out + i, 3);   // metric: branch requests=4 divergent=0
}

__global__ void Switches(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  switch (threadIdx.x % 3) {               // metric: branch requests=4 divergent=4 advice: divergence
    case 0: out[i] = 5; break;             // metric: store global requests=4 lanes=32
    case 1: out[i] = 6; break;             // metric: store global requests=4 lanes=32
    default: out[i] = 7;                   // metric: store global requests=4 lanes=32
  }
}

__device__ int Depth(int n) {
  return n == 0 ? 0 : 1 + Depth(n - 1);    // metric: branch requests=16 lanes=240 divergent=12 advice: divergence
}

__global__ void Recursion(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = Depth(threadIdx.x % 4);         // metric: store global requests=4 lanes=96
}

// Long loops in which each lane takes a different part: no request is counted twice.
__global__ void LongLoops(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4000; ++k)           // metric: branch requests=16004 divergent=0
    if (k % 64 == threadIdx.x) out[i] = k; // metric: store global requests=6016 lanes=6016 advice: divergence
}

int main() {
  int* out;
  cudaMalloc(&out, 96 * sizeof(int));
  cudaMemset(out, 0, 96 * sizeof(int));
  ByLane<<<2, 48>>>(out);
  ByWarp<<<2, 48>>>(out);
  EarlyReturn<<<2, 48>>>(out, 90);
  UnevenLoops<<<2, 48>>>(out);
  Nested<<<2, 48>>>(out);
  Calls<<<2, 48>>>(out);
  Switches<<<2, 48>>>(out);
  Recursion<<<2, 48>>>(out);
  LongLoops<<<2, 48>>>(out);
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(out);
  std::puts(right ? "ok" : "wrong");
  return !right;
}
