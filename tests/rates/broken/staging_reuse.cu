#include <cstdio>
#include <cstdlib>

// Uploads many chunks through one pinned staging buffer.
__global__ void consume(const int *chunk, long long *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd((unsigned long long *)sum, (unsigned long long)chunk[i]);
}

int main()
{
    const int n = 512, chunks = 3;
    int *staging, *dev;
    long long *sum, result;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost((void **)&staging, n * sizeof(int));
    cudaMalloc((void **)&dev, n * sizeof(int));
    cudaMalloc((void **)&sum, sizeof(long long));
    cudaMemsetAsync(sum, 0, sizeof(long long), stream);
    for (int c = 0; c < chunks; ++c) {
        for (int i = 0; i < n; ++i)
            staging[i] = c * n + i;  // defect: not-synchronized
        cudaMemcpyAsync(dev, staging, n * sizeof(int), cudaMemcpyHostToDevice, stream);  // defect: not-synchronized
        consume<<<n / 128, 128, 0, stream>>>(dev, sum, n);
    }
    cudaMemcpyAsync(&result, sum, sizeof(result), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("%lld, expected %lld\n", result, (long long)(n * chunks) * (n * chunks - 1) / 2);
    cudaStreamDestroy(stream);
    cudaFreeHost(staging);
    cudaFree(dev);
    cudaFree(sum);
    return 0;
}
