#include <cstdio>
#include <vector>

extern __shared__ int window[];

__global__ void slidingMax(const int* in, int* out, int n, int radius) {
  int first = blockIdx.x * blockDim.x - radius;
  int count = blockDim.x + 2 * radius;
  for (int k = threadIdx.x; k < count; k += blockDim.x) {
    int g = min(max(first + k, 0), n - 1);
    window[k] = in[g];  // defect: dynamic-shared|out-of-bounds-shared
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int best = window[threadIdx.x];
    for (int k = 1; k <= 2 * radius; ++k) best = max(best, window[threadIdx.x + k]);  // defect: dynamic-shared|out-of-bounds-shared
    out[i] = best;
  }
}

int main() {
  const int n = 777, radius = 5, threads = 64;
  std::vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = (i * 193) % 1009;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  slidingMax<<<(n + threads - 1) / threads, threads, (threads + radius) * sizeof(int)>>>(in, out, n, radius);
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) printf("%s\n", cudaGetErrorString(err));
  cudaMemcpy(h.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[n - 1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
