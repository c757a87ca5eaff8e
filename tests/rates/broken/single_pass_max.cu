#include <climits>
#include <cstdio>
#include <vector>

__device__ unsigned int done = 0;

// The last block to finish reduces the maxima of all blocks.
__global__ void maximum(const int* data, int n, int* blockMax, int* result) {
  __shared__ int s[64];
  __shared__ bool last;
  int best = INT_MIN;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 64 * gridDim.x) best = max(best, data[i]);
  s[threadIdx.x] = best;
  __syncthreads();
  for (int k = 32; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    blockMax[blockIdx.x] = s[0];  // defect: race-global|fence-missing
    last = atomicAdd(&done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int m = INT_MIN;
    for (int b = 0; b < gridDim.x; ++b) m = max(m, blockMax[b]);  // defect: race-global|fence-missing
    *result = m;
    done = 0;
  }
}

int main() {
  std::vector<int> v(3000);
  for (int i = 0; i < 3000; ++i) v[i] = (i * 7919) % 10007;
  int *d, *bm, *r, out;
  cudaMalloc(&d, v.size() * sizeof(int));
  cudaMalloc(&bm, 8 * sizeof(int));
  cudaMalloc(&r, sizeof(int));
  cudaMemcpy(d, v.data(), v.size() * sizeof(int), cudaMemcpyHostToDevice);
  maximum<<<8, 64>>>(d, v.size(), bm, r);
  cudaMemcpy(&out, r, sizeof(int), cudaMemcpyDeviceToHost);
  printf("max %d\n", out);
  cudaFree(d);
  cudaFree(bm);
  cudaFree(r);
}
