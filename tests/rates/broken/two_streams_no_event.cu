// The second stream's kernel reads what the first one's writes, with no event between.
#include <cstdio>
#include <vector>
__global__ void produce(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }  // defect: race-streams
__global__ void consume(const int *a, int *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = a[i] + 1; }  // defect: race-streams
int main() {
  const int n = 600;
  int *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaStream_t s, t;
  cudaStreamCreate(&s); cudaStreamCreate(&t);
  produce<<<5, 128, 0, s>>>(a, n);
  consume<<<5, 128, 0, t>>>(a, b, n);
  cudaDeviceSynchronize();
  std::vector<int> h(n);
  cudaMemcpy(h.data(), b, n * 4, cudaMemcpyDeviceToHost);
  cudaStreamDestroy(s); cudaStreamDestroy(t);
  cudaFree(a); cudaFree(b);
  printf("%d\n", h[1]);
}
