// Streams, events and graphs are used after they were destroyed. That a call fails, and the program sees it, is luck.
// told: the host uses a stream that has been destroyed
// told: the host uses an event that has been destroyed
// told: the host uses a graph that has been destroyed
#include <cstdio>
__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaStream_t first, second, third;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaStreamDestroy(first);
  cudaStreamCreate(&third);         // has another handle
  fill<<<1, 64, 0, first>>>(data);  // expect: api-misuse
  if (cudaGetLastError() != cudaSuccess) fill<<<1, 64, 0, second>>>(data);
  if (cudaMemsetAsync(data, 0, 64, first) != cudaSuccess) puts("no fill");  // expect: api-misuse
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventDestroy(event);
  if (cudaEventRecord(event, second) != cudaSuccess) puts("no event");  // expect: api-misuse
  cudaEventSynchronize(event);                                          // expect: api-misuse
  cudaGraph_t graph;
  cudaGraphExec_t run;
  cudaStreamBeginCapture(second, cudaStreamCaptureModeGlobal);
  fill<<<1, 64, 0, second>>>(data);
  cudaStreamEndCapture(second, &graph);
  cudaGraphInstantiate(&run, graph, 0);
  cudaGraphDestroy(graph);
  cudaGraphLaunch(run, second);
  cudaGraphExecDestroy(run);
  if (cudaGraphLaunch(run, second) != cudaSuccess) puts("no graph");  // expect: api-misuse
  cudaStreamDestroy(second);
  if (cudaStreamDestroy(second) != cudaSuccess) puts("twice");  // expect: api-misuse
  cudaStreamDestroy(third);
  cudaFree(data);
}
