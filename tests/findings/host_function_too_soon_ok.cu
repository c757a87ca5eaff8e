// Functions of the host: in the stream of the copy, in one that waits for an event, and in a graph after the copy.
#include <cstdio>

struct Job {
  const int* from;
  int count;
  long sum;
};

void add(void* data) {
  Job* job = static_cast<Job*>(data);
  job->sum = 0;
  for (int i = 0; i < job->count; ++i) job->sum += job->from[i];
}

void refill(cudaStream_t, cudaError_t, void* data) {
  int* to = static_cast<int*>(data);
  for (int i = 0; i < 64; ++i) to[i] = 2 * i;
}

void largest(void* data) {
  Job* job = static_cast<Job*>(data);
  for (int i = 0; i < job->count; ++i)
    if (job->from[i] > job->sum) job->sum = job->from[i];
}

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

// The node comes after the copy.
long by_a_graph(int* device, int* host) {
  Job job = {host, 64, 0};
  cudaGraph_t graph;
  cudaGraphExec_t run;
  cudaGraphNode_t kernel, copy, function;
  cudaGraphCreate(&graph, 0);
  void* arguments[] = {&device};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(fill);
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(64);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch);
  cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host, device, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaHostNodeParams call = {largest, &job};
  cudaGraphAddHostNode(&function, graph, &copy, 1, &call);
  cudaGraphInstantiate(&run, graph, 0);
  cudaGraphLaunch(run, nullptr);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(run);
  cudaGraphDestroy(graph);
  return job.sum;
}

int main() {
  int *device, *host, *source;
  const size_t bytes = 64 * sizeof(int);
  cudaMalloc(&device, bytes);
  cudaMallocHost(&host, bytes);
  cudaMallocHost(&source, bytes);
  for (int i = 0; i < 64; ++i) source[i] = i;
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  fill<<<1, 64, 0, one>>>(device);
  cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, one);
  Job job = {host, 64, 0};
  cudaEvent_t copied;
  cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
  cudaEventRecord(copied, one);
  cudaStreamWaitEvent(other, copied, 0);
  cudaLaunchHostFunc(other, add, &job);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(device, source, bytes, cudaMemcpyHostToDevice, one);
  cudaStreamAddCallback(one, refill, source, 0);
  cudaDeviceSynchronize();
  printf("%ld %ld\n", job.sum, by_a_graph(device, host));
  cudaEventDestroy(copied);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
  cudaFree(device);
  cudaFreeHost(host);
  cudaFreeHost(source);
}
