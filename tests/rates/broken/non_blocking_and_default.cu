// A non-blocking stream does not wait for the default stream.
#include <cstdio>
#include <vector>
__global__ void init(int *a) { a[threadIdx.x] = 7; }  // defect: race-streams
__global__ void use(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }  // defect: race-streams
int main() {
  int *a, *b, h[64];
  cudaMalloc(&a, 256); cudaMalloc(&b, 256);
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  init<<<1, 64>>>(a);
  use<<<1, 64, 0, s>>>(a, b);
  cudaStreamSynchronize(s);
  cudaMemcpy(h, b, 256, cudaMemcpyDeviceToHost);
  cudaStreamDestroy(s);
  cudaFree(a); cudaFree(b);
  printf("%d\n", h[0]);
}
