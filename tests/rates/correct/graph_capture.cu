// Kernels and copies of two streams captured into a graph, launched several times.
#include <cstdio>
#include <vector>
__global__ void axpy(float *y, const float *x, float a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] += a * x[i]; }
__global__ void set(float *y, float v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = v; }
int main() {
  const int n = 500;
  float *x, *y, *z;
  cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4); cudaMalloc(&z, n * 4);
  cudaStream_t s, t;
  cudaStreamCreate(&s); cudaStreamCreate(&t);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork); cudaEventCreate(&join);
  std::vector<float> h(n);
  set<<<4, 128, 0, s>>>(y, 0, n);
  set<<<4, 128, 0, s>>>(z, 0, n);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  set<<<4, 128, 0, s>>>(x, 1, n);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  axpy<<<4, 128, 0, s>>>(y, x, 2, n);
  axpy<<<4, 128, 0, t>>>(z, x, 3, n);
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  axpy<<<4, 128, 0, s>>>(y, z, 1, n);
  cudaMemcpyAsync(h.data(), y, n * 4, cudaMemcpyDeviceToHost, s);
  cudaGraph_t graph;
  cudaStreamEndCapture(s, &graph);
  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 2;
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(exec); cudaGraphDestroy(graph);
  cudaEventDestroy(fork); cudaEventDestroy(join);
  cudaStreamDestroy(s); cudaStreamDestroy(t);
  cudaFree(x); cudaFree(y); cudaFree(z);
  printf("%f\n", h[0]);
  return h[0] != 24.0f;
}
