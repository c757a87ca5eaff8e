// One node of the graph reads what another writes without depending on it, and so does the work after the graph.
__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }
__global__ void add(const int* a, const int* b, int* out) {
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];  // expect: race-streams
}

int main() {
  int *a, *b, *out, one = 1, two = 2;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t fills[2], sum;
  void *of_a[] = {&a, &one}, *of_b[] = {&b, &two}, *of_sum[] = {&a, &b, &out};
  cudaKernelNodeParams node = {};
  node.gridDim = dim3(1);
  node.blockDim = dim3(64);
  node.func = reinterpret_cast<void*>(fill);
  node.kernelParams = of_a;
  cudaGraphAddKernelNode(&fills[0], graph, nullptr, 0, &node);
  node.kernelParams = of_b;
  cudaGraphAddKernelNode(&fills[1], graph, nullptr, 0, &node);
  node.func = reinterpret_cast<void*>(add);
  node.kernelParams = of_sum;
  cudaGraphAddKernelNode(&sum, graph, fills, 1, &node);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
