#include <cstdio>

__global__ void fill(int *p, int v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = v + i; }
__global__ void add(const int *a, const int *b, int *c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }

int main()
{
    const int n = 300;
    int *a, *b, *c, *h;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMalloc(&c, n * sizeof(int));
    cudaMallocHost(&h, n * sizeof(int));
    cudaStream_t s1, s2;
    cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
    cudaEvent_t bDone, cDone;
    cudaEventCreateWithFlags(&bDone, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&cDone, cudaEventDisableTiming);
    for (int round = 0; round < 3; ++round) {
        fill<<<3, 128, 0, s1>>>(a, round, n);
        if (round > 0) cudaStreamWaitEvent(s2, cDone, 0);   // b is still read by the previous round until then
        fill<<<3, 128, 0, s2>>>(b, 1000, n);
        cudaEventRecord(bDone, s2);
        cudaStreamWaitEvent(s1, bDone, 0);
        add<<<3, 128, 0, s1>>>(a, b, c, n);
        cudaEventRecord(cDone, s1);
    }
    cudaMemcpyAsync(h, c, n * sizeof(int), cudaMemcpyDeviceToHost, s1);
    while (cudaStreamQuery(s1) == cudaErrorNotReady) {
    }
    printf("%d %d\n", h[0], h[n - 1]);
    cudaEventDestroy(bDone);
    cudaEventDestroy(cDone);
    cudaStreamDestroy(s1);
    cudaStreamDestroy(s2);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFreeHost(h);
    return 0;
}
