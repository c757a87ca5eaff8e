// The event is recorded before the kernel that it should cover.
#include <cstdio>
__global__ void produce(int *a) { a[threadIdx.x] = threadIdx.x; }  // defect: race-streams
__global__ void consume(const int *a, int *b) { b[threadIdx.x] = a[63 - threadIdx.x]; }  // defect: race-streams
int main() {
  int *a, *b, h[64];
  cudaMalloc(&a, 256); cudaMalloc(&b, 256);
  cudaStream_t s, t;
  cudaEvent_t e;
  cudaStreamCreate(&s); cudaStreamCreate(&t);
  cudaEventCreate(&e);
  cudaEventRecord(e, s);
  produce<<<1, 64, 0, s>>>(a);
  cudaStreamWaitEvent(t, e, 0);
  consume<<<1, 64, 0, t>>>(a, b);
  cudaMemcpyAsync(h, b, 256, cudaMemcpyDeviceToHost, t);
  cudaDeviceSynchronize();
  cudaEventDestroy(e);
  cudaStreamDestroy(s); cudaStreamDestroy(t);
  cudaFree(a); cudaFree(b);
  printf("%d\n", h[0]);
}
