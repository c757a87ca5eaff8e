// The host waits for one stream and reads what the other one brings.
#include <cstdio>
__global__ void fill(int *x, int v) { x[threadIdx.x] = v; }
int main() {
  int *a, *b, *ha, *hb;
  cudaMalloc(&a, 256); cudaMalloc(&b, 256); cudaMallocHost(&ha, 256); cudaMallocHost(&hb, 256);
  cudaStream_t s, t;
  cudaStreamCreate(&s); cudaStreamCreate(&t);
  fill<<<1, 64, 0, s>>>(a, 1);
  cudaMemcpyAsync(ha, a, 256, cudaMemcpyDeviceToHost, s);
  fill<<<1, 64, 0, t>>>(b, 2);
  cudaMemcpyAsync(hb, b, 256, cudaMemcpyDeviceToHost, t);
  cudaStreamSynchronize(s);
  printf("%d\n", ha[0] + hb[0]);  // defect: not-synchronized
  cudaDeviceSynchronize();
  cudaStreamDestroy(s); cudaStreamDestroy(t);
  cudaFreeHost(ha); cudaFreeHost(hb);
  cudaFree(a); cudaFree(b);
}
