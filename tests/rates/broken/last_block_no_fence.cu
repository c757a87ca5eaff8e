// The last block adds the others' sums, but no fence comes before the ticket.
#include <cstdio>
#include <vector>
__device__ unsigned tickets;
__global__ void sum(const float *in, float *partial, float *out) {
  __shared__ bool last;
  float v = in[blockIdx.x * 32 + threadIdx.x];
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = v;  // defect: race-global
    last = atomicAdd(&tickets, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float s = 0;
    for (int b = 0; b < gridDim.x; ++b) s += partial[b];  // defect: race-global
    *out = s;
  }
}
int main() {
  std::vector<float> h(320, 1);
  float *a, *p, *o, r;
  cudaMalloc(&a, 1280); cudaMalloc(&p, 40); cudaMalloc(&o, 4);
  cudaMemcpy(a, h.data(), 1280, cudaMemcpyHostToDevice);
  sum<<<10, 32>>>(a, p, o);
  cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(p); cudaFree(o);
  printf("%f\n", r);
}
