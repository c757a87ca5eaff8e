#include <cstdio>

__global__ void fill(int *p, int v, int n) { int i = threadIdx.x; if (i < n) p[i] = v + i; }
__global__ void add(const int *a, const int *b, int *c, int n) { int i = threadIdx.x; if (i < n) c[i] += a[i] + b[i]; }

int main()
{
    int n = 64, *a, *b, *c;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMalloc(&c, n * sizeof(int));
    cudaMemset(c, 0, n * sizeof(int));
    cudaStream_t main, side;
    cudaStreamCreate(&main);
    cudaStreamCreate(&side);
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaGraph_t graph;
    cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, main);
    cudaStreamWaitEvent(side, fork);
    fill<<<1, 64, 0, main>>>(a, 1, n);
    fill<<<1, 64, 0, side>>>(b, 100, n);
    cudaEventRecord(join, side);
    cudaStreamWaitEvent(main, join);
    add<<<1, 64, 0, main>>>(a, b, c, n);
    cudaStreamEndCapture(main, &graph);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    for (int k = 0; k < 3; ++k) cudaGraphLaunch(exec, main);
    cudaStreamSynchronize(main);
    int h[64];
    cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[63]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(main);
    cudaStreamDestroy(side);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return 0;
}
