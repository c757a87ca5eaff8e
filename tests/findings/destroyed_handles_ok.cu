// Streams, events and graphs are destroyed after their last use, while their work may still run.
#include <cstdio>
__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  for (int i = 0; i < 3; ++i) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaGraph_t graph;
    cudaGraphExec_t run;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    fill<<<1, 64, 0, stream>>>(data);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&run, graph, 0);
    cudaGraphDestroy(graph);
    cudaGraphLaunch(run, stream);
    cudaEventRecord(event, stream);
    cudaEventDestroy(event);
    cudaGraphExecDestroy(run);
    cudaStreamDestroy(stream);
  }
  int last;
  cudaMemcpy(&last, data + 63, sizeof last, cudaMemcpyDeviceToHost);
  printf("%d\n", last);
  cudaFree(data);
}
