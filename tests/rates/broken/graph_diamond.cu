#include <cstdio>

__global__ void fill(int *p, int v, int n) { int i = threadIdx.x; if (i < n) p[i] = v + i; }
__global__ void add(const int *a, const int *b, int *c, int n)
{
    int i = threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];  // defect: race-streams|uninitialized-global
}

int main()
{
    int n = 64, *a, *b, *c;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMalloc(&c, n * sizeof(int));
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    int va = 1, vb = 100;
    cudaGraphNode_t nodeA, nodeB, nodeC;
    void *argsA[] = {&a, &va, &n}, *argsB[] = {&b, &vb, &n}, *argsC[] = {&a, &b, &c, &n};
    cudaKernelNodeParams p = {};
    p.gridDim = dim3(1);
    p.blockDim = dim3(64);
    p.func = (void *)fill;
    p.kernelParams = argsA;
    cudaGraphAddKernelNode(&nodeA, graph, nullptr, 0, &p);
    p.kernelParams = argsB;
    cudaGraphAddKernelNode(&nodeB, graph, nullptr, 0, &p);  // defect: race-streams
    p.func = (void *)add;
    p.kernelParams = argsC;
    cudaGraphAddKernelNode(&nodeC, graph, &nodeA, 1, &p);  // defect: race-streams
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);  // defect: race-streams
    int h[64];
    cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[63]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return 0;
}
