// A graph keeps the addresses of its nodes: memory that is freed before the launch.
// recorded: the host fills it, and no kernel
// told: a fill uses memory that is free already
#include <cstdio>
__global__ void count(int* data) { data[threadIdx.x] += 1; }

int main() {
  int *filled, *counted;
  cudaMalloc(&filled, 64 * sizeof(int));
  cudaMalloc(&counted, 64 * sizeof(int));
  cudaMemset(counted, 0, 64 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t run;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  count<<<1, 64, 0, stream>>>(counted);
  cudaMemsetAsync(filled, 0, 64 * sizeof(int), stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&run, graph, 0);
  cudaFree(filled);
  if (cudaGraphLaunch(run, stream) != cudaSuccess) puts("failed");  // expect: use-after-free
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(run);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(counted);
}
