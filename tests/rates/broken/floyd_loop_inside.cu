// The loop over middle vertices is inside the kernel, with a barrier that only holds for one block.
#include <vector>
__global__ void all(int *d, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  for (int k = 0; k < n; ++k) {
    int t = d[i * n + k] + d[k * n + j];           // defect: race-global
    if (t < d[i * n + j]) d[i * n + j] = t;        // defect: race-global
    __syncthreads();
  }
}
int main() {
  const int n = 32;
  std::vector<int> h(n * n);
  for (int i = 0; i < n * n; ++i) h[i] = (i * 37) % 100 + 1;
  int *d;
  cudaMalloc(&d, n * n * 4);
  cudaMemcpy(d, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  all<<<dim3(2, 2), dim3(16, 16)>>>(d, n);
  cudaMemcpy(h.data(), d, n * n * 4, cudaMemcpyDeviceToHost);
  cudaFree(d);
}
