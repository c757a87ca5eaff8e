// Block sums by shuffles: each warp alone, then the first warp over the warps' sums; an atomic at the end.
#include <cstdio>
#include <vector>

__inline__ __device__ float warpReduceSum(float val) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}

__inline__ __device__ float blockReduceSum(float val) {
  static __shared__ float shared[32];
  int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
  val = warpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) val = warpReduceSum(val);
  return val;
}

__global__ void deviceReduce(const float *in, float *out, float *maximum, int n) {
  float sum = 0, biggest = -1e30f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    sum += in[i];
    biggest = fmaxf(biggest, in[i]);
  }
  sum = blockReduceSum(sum);
  __syncthreads();
  for (int o = 16; o; o >>= 1) biggest = fmaxf(biggest, __shfl_xor_sync(~0u, biggest, o));
  if (threadIdx.x == 0) atomicAdd(out, sum);
  if ((threadIdx.x & 31) == 0) atomicMax((int *)maximum, __float_as_int(biggest));
}

int main() {
  const int n = 30000;
  std::vector<float> h(n);
  double want = 0;
  for (int i = 0; i < n; ++i) want += h[i] = float(i % 13);
  float *d, *r;
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&r, 2 * sizeof(float));
  cudaMemset(r, 0, 2 * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  deviceReduce<<<8, 192>>>(d, r, r + 1, n);
  float got[2];
  cudaMemcpy(got, r, sizeof got, cudaMemcpyDeviceToHost);
  printf("%f %f (%f)\n", got[0], got[1], want);
  cudaFree(d);
  cudaFree(r);
  return !(got[0] == (float)want && got[1] == 12.0f);
}
