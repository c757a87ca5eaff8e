#include <cstdint>
#include <cstdio>

__global__ void fillSequence(uint32_t *data, uint32_t seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uint32_t x = seed ^ (i * 2654435761u);
        x ^= x << 13; x ^= x >> 17; x ^= x << 5;
        data[i] = x;
    }
}

static uint32_t checksum(const uint32_t *p, int n)
{
    uint32_t s = 0;
    for (int i = 0; i < n; ++i) s = s * 31 + p[i];  // defect: not-synchronized
    return s;
}

int main()
{
    const int n = 1024;
    uint32_t *host, *dev;
    cudaHostAlloc((void **)&host, n * sizeof(uint32_t), cudaHostAllocDefault);
    cudaMalloc((void **)&dev, n * sizeof(uint32_t));
    cudaStream_t s;
    cudaStreamCreate(&s);
    fillSequence<<<n / 256, 256, 0, s>>>(dev, 12345u, n);
    cudaMemcpyAsync(host, dev, n * sizeof(uint32_t), cudaMemcpyDeviceToHost, s);
    printf("%08x\n", checksum(host, n));  // defect: not-synchronized
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    cudaFree(dev);
    cudaFreeHost(host);
    return 0;
}
