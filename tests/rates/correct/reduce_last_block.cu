// One pass: the block that comes last adds up what all blocks left behind.
#include <cstdio>
#include <cstdlib>

__device__ unsigned int retirementCount = 0;

__global__ void reduceSinglePass(const float *g_idata, volatile float *g_odata, unsigned int n) {
  extern __shared__ float sdata[];
  unsigned int tid = threadIdx.x;
  float sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x) sum += g_idata[i];
  sdata[tid] = sum;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];

  if (gridDim.x > 1) {
    __shared__ bool amLast;
    __threadfence();
    if (tid == 0) {
      unsigned int ticket = atomicInc(&retirementCount, gridDim.x);
      amLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();
    if (amLast) {
      float total = 0;
      for (unsigned i = tid; i < gridDim.x; i += blockDim.x) total += g_odata[i];
      sdata[tid] = total;
      __syncthreads();
      for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
      }
      if (tid == 0) { g_odata[0] = sdata[0]; retirementCount = 0; }
    }
  }
}

int main() {
  const unsigned n = 1 << 15, threads = 128, blocks = 24;
  float *h = (float *)malloc(n * sizeof(float)), want = 0;
  for (unsigned i = 0; i < n; ++i) want += h[i] = float(i & 3);
  float *d, *o;
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&o, blocks * sizeof(float));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  int bad = 0;
  for (int round = 0; round < 3; ++round) {
    reduceSinglePass<<<blocks, threads, threads * sizeof(float)>>>(d, o, n);
    float got;
    cudaMemcpy(&got, o, sizeof got, cudaMemcpyDeviceToHost);
    bad += got != want;
  }
  free(h);
  cudaFree(d); cudaFree(o);
  puts(bad ? "bad" : "ok");
  return bad;
}
