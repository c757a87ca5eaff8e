// Hillis-Steele in one buffer with one barrier a step.
#include <cstdio>
#include <vector>
__global__ void scan(int *x, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t < n ? x[t] : 0;
  for (int d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    if (t >= d) s[t] += s[t - d];  // defect: race-shared|lost-update
  }
  if (t < n) x[t] = s[t];
}
int main() {
  std::vector<int> h(128, 1);
  int *d;
  cudaMalloc(&d, 512);
  cudaMemcpy(d, h.data(), 512, cudaMemcpyHostToDevice);
  scan<<<1, 128>>>(d, 128);
  cudaMemcpy(h.data(), d, 512, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", h[127]);
}
