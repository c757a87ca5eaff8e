#include <cstdio>
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// Warp 0 produces, the others consume.
__global__ void produceConsume(const float* in, float* out, int n) {
  __shared__ float buffer[32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier filled;
  if (threadIdx.x == 0) init(&filled, blockDim.x + 1);  // one for each thread
  __syncthreads();
  if (threadIdx.x < 32) {
    buffer[threadIdx.x] = threadIdx.x < n ? in[threadIdx.x] : 0.f;
    (void)filled.arrive();
  } else {
    filled.arrive_and_wait();  // defect: deadlock|endless-kernel
    int t = threadIdx.x - 32;
    if (t < n) out[t] = buffer[t] * 0.5f;
  }
}

int main() {
  const int n = 32;
  float h[n], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  produceConsume<<<1, 96>>>(in, out, n);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %f\n", cudaGetErrorString(e), h[4]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
