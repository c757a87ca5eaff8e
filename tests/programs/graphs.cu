// Graphs: captured from streams that fork and join, built node by node, updated, and with a loop that a kernel ends.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                               \
  do {                                                                            \
    cudaError_t status = (call);                                                  \
    if (status != cudaSuccess) {                                                  \
      printf("%d: %s: %s\n", __LINE__, #call, cudaGetErrorString(status));        \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)
#define EXPECT(condition)                                                         \
  do {                                                                            \
    if (!(condition)) {                                                           \
      printf("%d: not so: %s\n", __LINE__, #condition);                           \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

__global__ void add(int* a, int n, int b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += b;
}
__global__ void sum(const int* a, int n, int* out) {
  __shared__ int part[64];
  int mine = 0;
  for (int i = threadIdx.x; i < n; i += 64) mine += a[i];
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = part[0];
}
__global__ void countDown(int* left, cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, --*left > 0);
}

void captured(int* a, int* b, int* out, int n) {
  cudaStream_t s, t;
  cudaEvent_t fork, join;
  CHECK(cudaStreamCreate(&s));
  CHECK(cudaStreamCreate(&t));
  CHECK(cudaEventCreate(&fork));
  CHECK(cudaEventCreate(&join));
  int host = -1;
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK(cudaMemsetAsync(a, 0, n * sizeof(int), s));
  CHECK(cudaEventRecord(fork, s));
  CHECK(cudaStreamWaitEvent(t, fork, 0));
  CHECK(cudaMemsetAsync(b, 0, n * sizeof(int), t));
  add<<<(n + 63) / 64, 64, 0, t>>>(b, n, 3);
  CHECK(cudaEventRecord(join, t));
  add<<<(n + 63) / 64, 64, 0, s>>>(a, n, 2);
  CHECK(cudaStreamWaitEvent(s, join, 0));
  CHECK(cudaMemcpyAsync(a, b, n / 2 * sizeof(int), cudaMemcpyDeviceToDevice, s));
  sum<<<1, 64, 0, s>>>(a, n, out);
  CHECK(cudaMemcpyAsync(&host, out, sizeof(int), cudaMemcpyDeviceToHost, s));
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(s, &graph));
  EXPECT(host == -1);
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) {
    host = -1;
    CHECK(cudaGraphLaunch(exec, s));
    CHECK(cudaStreamSynchronize(s));
    EXPECT(host == n / 2 * 3 + (n - n / 2) * 2);
  }
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
  EXPECT(nodes == 7);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaEventDestroy(fork));
  CHECK(cudaEventDestroy(join));
  CHECK(cudaStreamDestroy(s));
  CHECK(cudaStreamDestroy(t));
}

void CUDART_CB count(void* calls) { ++*(int*)calls; }

void built(int* a, int* out, int n) {
  std::vector<int> h(n, 1);
  int result = 0, calls = 0, five = 5, six = 6;
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t copyIn, adding, summing, copyOut, calling;
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(h.data(), n * sizeof(int), n, 1);
  p.dstPtr = make_cudaPitchedPtr(a, n * sizeof(int), n, 1);
  p.extent = make_cudaExtent(n * sizeof(int), 1, 1);
  p.kind = cudaMemcpyHostToDevice;
  CHECK(cudaGraphAddMemcpyNode(&copyIn, graph, NULL, 0, &p));
  void* addArgs[] = {&a, &n, &five};
  cudaKernelNodeParams k = {};
  k.func = (void*)add;
  k.gridDim = dim3((n + 127) / 128);
  k.blockDim = dim3(128);
  k.kernelParams = addArgs;
  CHECK(cudaGraphAddKernelNode(&adding, graph, &copyIn, 1, &k));
  void* sumArgs[] = {&a, &n, &out};
  cudaKernelNodeParams s = {};
  s.func = (void*)sum;
  s.gridDim = dim3(1);
  s.blockDim = dim3(64);
  s.kernelParams = sumArgs;
  CHECK(cudaGraphAddKernelNode(&summing, graph, &adding, 1, &s));
  CHECK(cudaGraphAddMemcpyNode1D(&copyOut, graph, &summing, 1, &result, out, sizeof(int), cudaMemcpyDeviceToHost));
  cudaHostNodeParams c = {};
  c.fn = count;
  c.userData = &calls;
  CHECK(cudaGraphAddHostNode(&calling, graph, &copyOut, 1, &c));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, 0));
  CHECK(cudaDeviceSynchronize());
  EXPECT(result == 6 * n && calls == 1);
  addArgs[2] = &six;
  CHECK(cudaGraphExecKernelNodeSetParams(exec, adding, &k));
  CHECK(cudaGraphLaunch(exec, 0));
  CHECK(cudaDeviceSynchronize());
  EXPECT(result == 7 * n && calls == 2);
  cudaGraph_t clone;
  CHECK(cudaGraphClone(&clone, graph));
  cudaGraphNode_t twin;
  CHECK(cudaGraphNodeFindInClone(&twin, adding, clone));
  cudaGraphNodeType type;
  CHECK(cudaGraphNodeGetType(twin, &type));
  EXPECT(type == cudaGraphNodeTypeKernel);
  CHECK(cudaGraphDestroy(clone));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
}

void looped(int* left) {
  int four = 4, host = -1;
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle handle;
  CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNode_t set, loop, step, get;
  CHECK(cudaGraphAddMemcpyNode1D(&set, graph, NULL, 0, left, &four, sizeof(int), cudaMemcpyHostToDevice));
  cudaGraphNodeParams w = {};
  w.type = cudaGraphNodeTypeConditional;
  w.conditional.handle = handle;
  w.conditional.type = cudaGraphCondTypeWhile;
  w.conditional.size = 1;
  CHECK(cudaGraphAddNode(&loop, graph, &set, NULL, 1, &w));
  void* args[] = {&left, &handle};
  cudaKernelNodeParams k = {};
  k.func = (void*)countDown;
  k.gridDim = dim3(1);
  k.blockDim = dim3(1);
  k.kernelParams = args;
  CHECK(cudaGraphAddKernelNode(&step, w.conditional.phGraph_out[0], NULL, 0, &k));
  CHECK(cudaGraphAddMemcpyNode1D(&get, graph, &loop, 1, &host, left, sizeof(int), cudaMemcpyDeviceToHost));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, 0));
  CHECK(cudaDeviceSynchronize());
  EXPECT(host == 0);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
}

int main() {
  const int n = 1000;
  int *a, *b, *out;
  CHECK(cudaMalloc(&a, n * sizeof(int)));
  CHECK(cudaMalloc(&b, n * sizeof(int)));
  CHECK(cudaMalloc(&out, sizeof(int)));
  captured(a, b, out, n);
  built(a, out, n);
  looped(out);
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(out));
  printf("ok\n");
  return 0;
}
