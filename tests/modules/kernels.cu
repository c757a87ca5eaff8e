// A module: kernels and variables that loads.cu asks for by name.
#include "kernels.h"

__device__ int counter = 5;
__constant__ float factors[4];
__managed__ int total;

extern "C" __global__ void scale(float* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= factors[i % 4];
}

extern "C" __global__ void __launch_bounds__(64) reverse(int* a) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void count() {
  atomicAdd(&counter, 1);
  atomicAdd(&total, 2);
}

extern "C" __global__ void pack(char tag, Pair pair, short last, Wide wide, Frame frame, float4 four, Tile tile,
                                double* out) {
  *out = frame.tile.a + tile.a + tag + pair.x + pair.y + last + wide.a[0] + wide.a[3] + four.w;
}

template <class T>
__global__ void add(T* a, T value) {
  a[threadIdx.x] += value;
}
template __global__ void add<int>(int*, int);

// A defect: each thread writes the same element, with no barrier between.
extern "C" __global__ void race(int* a) {
  __shared__ int winner;
  winner = threadIdx.x;
  __syncthreads();
  a[0] = winner;
}

extern "C" __global__ void no_race(int* a) {
  __shared__ int winner;
  if (threadIdx.x == 0) winner = 3;
  __syncthreads();
  a[threadIdx.x] = winner;
}
