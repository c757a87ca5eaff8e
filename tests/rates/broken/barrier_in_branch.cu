// The barrier is inside the branch of the active half.
#include <cstdio>
#include <vector>
__global__ void reduce(int *data) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 128 + t];
  __syncthreads();
  for (int k = 64; k > 0; k /= 2) {
    if (t < k) {
      s[t] += s[t + k];
      __syncthreads();  // defect: barrier-skipped
    }
  }
  if (t == 0) data[blockIdx.x * 128] = s[0];
}
int main() {
  std::vector<int> h(256, 1);
  int *d;
  cudaMalloc(&d, 1024);
  cudaMemcpy(d, h.data(), 1024, cudaMemcpyHostToDevice);
  reduce<<<2, 128>>>(d);
  cudaMemcpy(h.data(), d, 1024, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", h[0]);
}
