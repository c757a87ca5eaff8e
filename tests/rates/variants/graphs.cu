// The same work as a captured graph (fork and join) and as one built by hand.
#include <cstdio>
__global__ void fill(int* a, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = v + i; }  // defect2: race-streams|race-global
__global__ void add(const int* a, const int* b, int* c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }  // defect2: race-streams|race-global
__global__ void twice(int* c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] *= 2; }
int main() {
  const int n = 500; int *a, *b, *c, *h;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMalloc(&c, n * 4); cudaMallocHost(&h, n * 4);
  cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t);
  cudaEvent_t fork, join; cudaEventCreate(&fork); cudaEventCreate(&join);
  cudaGraph_t g; cudaGraphExec_t x;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, s); cudaStreamWaitEvent(t, fork, 0);
  fill<<<4, 128, 0, s>>>(a, n, 1);
  fill<<<4, 128, 0, t>>>(b, n, 2);
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  add<<<4, 128, 0, s>>>(a, b, c, n);
  cudaMemcpyAsync(h, c, n * 4, cudaMemcpyDeviceToHost, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&x, g, 0);
  for (int k = 0; k < 3; ++k) cudaGraphLaunch(x, s);
#if DEFECT != 1
  cudaStreamSynchronize(s);
#endif
  bool good = h[7] == 17;  // defect1: not-synchronized
  cudaDeviceSynchronize();
  // by hand
  cudaGraph_t m; cudaGraphCreate(&m, 0);
  cudaGraphNode_t na, nb, nc, nt; cudaKernelNodeParams p = {};
  int nn = n, one = 5, two = 6;
  void* pa[] = {&a, &nn, &one}; void* pb[] = {&b, &nn, &two}; void* pc[] = {&a, &b, &c, &nn}; void* pt[] = {&c, &nn};
  p.gridDim = dim3(4); p.blockDim = dim3(128);
  p.func = (void*)fill; p.kernelParams = pa; cudaGraphAddKernelNode(&na, m, nullptr, 0, &p);
  p.kernelParams = pb; cudaGraphAddKernelNode(&nb, m, nullptr, 0, &p);
  cudaGraphNode_t deps[] = {na, nb};
  p.func = (void*)add; p.kernelParams = pc;
#if DEFECT == 2
  cudaGraphAddKernelNode(&nc, m, deps, 1, &p);
#else
  cudaGraphAddKernelNode(&nc, m, deps, 2, &p);
#endif
  p.func = (void*)twice; p.kernelParams = pt;
  cudaGraphAddKernelNode(&nt, m, &nc, 1, &p);
  cudaGraphExec_t y; cudaGraphInstantiate(&y, m, 0);
  cudaGraphLaunch(y, t); cudaStreamSynchronize(t);
  cudaMemcpy(h, c, n * 4, cudaMemcpyDeviceToHost);
  puts(good && h[3] == 34 ? "ok" : "FAIL");
  cudaGraphExecDestroy(x); cudaGraphDestroy(g); cudaGraphExecDestroy(y); cudaGraphDestroy(m);
  cudaFree(a); cudaFree(b); cudaFree(c); cudaFreeHost(h); cudaStreamDestroy(s); cudaStreamDestroy(t); cudaEventDestroy(fork); cudaEventDestroy(join);
}
