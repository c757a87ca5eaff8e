#include <cstdio>
#include <cstdlib>

#define TRY(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, #x ": %s\n", cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void produce(int *p, int base) { p[threadIdx.x] = base + threadIdx.x; }
__global__ void reduce(const int *p, int *sum) { atomicAdd(sum, p[threadIdx.x]); }

// Temporary arrays are freed while kernels that use them may still be queued: the free is ordered in the stream, too.
int main()
{
    cudaStream_t s;
    TRY(cudaStreamCreate(&s));
    int *sum, h;
    TRY(cudaMallocAsync((void **)&sum, sizeof(int), s));
    TRY(cudaMemsetAsync(sum, 0, sizeof(int), s));
    for (int k = 0; k < 4; ++k) {
        int *tmp;
        TRY(cudaMallocAsync((void **)&tmp, 64 * sizeof(int), s));
        produce<<<1, 64, 0, s>>>(tmp, k);
        reduce<<<1, 64, 0, s>>>(tmp, sum);
        TRY(cudaFreeAsync(tmp, s));
    }
    TRY(cudaMemcpyAsync(&h, sum, sizeof(int), cudaMemcpyDeviceToHost, s));
    TRY(cudaFreeAsync(sum, s));
    TRY(cudaStreamSynchronize(s));
    printf("%d\n", h);
    TRY(cudaStreamDestroy(s));
    return 0;
}
