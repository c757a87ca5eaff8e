#include <cstdio>

// The kernel reports its progress into mapped host memory, and the host polls it.
__global__ void slowWork(volatile int *progress, int *out, int rounds)
{
    int x = threadIdx.x;
    for (int r = 0; r < rounds; ++r) {
        for (int k = 0; k < 10; ++k) x = x * 1664525 + 1013904223;
        __syncthreads();
        if (threadIdx.x == 0) {
            *progress = r + 1;
            __threadfence_system();
        }
    }
    out[threadIdx.x] = x;
}

int main()
{
    const int rounds = 20;
    int *progress, *devProgress, *out, h[64];
    cudaHostAlloc((void **)&progress, sizeof(int), cudaHostAllocMapped);
    cudaHostGetDevicePointer((void **)&devProgress, progress, 0);
    *progress = 0;
    cudaMalloc(&out, sizeof h);
    slowWork<<<1, 64>>>(devProgress, out, rounds);
    int seen = 0;
    while (seen < rounds) {
        int now = *(volatile int *)progress;
        if (now != seen) seen = now;
    }
    printf("done: %d\n", seen);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[63]);
    cudaFree(out);
    cudaFreeHost(progress);
    return 0;
}
