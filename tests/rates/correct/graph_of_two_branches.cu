// A captured graph with a fork and a join, launched several times.
#include <cstdio>
__global__ void add(float* x, float v) { x[threadIdx.x] += v; }
__global__ void join(const float* a, const float* b, float* c) { c[threadIdx.x] = a[threadIdx.x] * b[threadIdx.x]; }
int main() {
  float *a, *b, *c, h[64];
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&c, sizeof h);
  cudaMemset(a, 0, sizeof h);
  cudaMemset(b, 0, sizeof h);
  cudaStream_t one, two;
  cudaEvent_t fork, joined;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&fork);
  cudaEventCreate(&joined);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, one);
  cudaStreamWaitEvent(two, fork);
  add<<<1, 64, 0, one>>>(a, 1);
  add<<<1, 64, 0, two>>>(b, 2);
  cudaEventRecord(joined, two);
  cudaStreamWaitEvent(one, joined);
  join<<<1, 64, 0, one>>>(a, b, c);
  cudaStreamEndCapture(one, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, one);
  cudaMemcpyAsync(h, c, sizeof h, cudaMemcpyDeviceToHost, one);
  cudaStreamSynchronize(one);
  printf("%f\n", h[0]);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaEventDestroy(fork);
  cudaEventDestroy(joined);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
