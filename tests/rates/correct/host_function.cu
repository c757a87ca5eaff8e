#include <cstdio>
#include <vector>

struct Report { const float *values; int n; double sum; };

static void CUDART_CB addUp(void *data)
{
    Report *r = static_cast<Report *>(data);
    r->sum = 0;
    for (int i = 0; i < r->n; ++i) r->sum += r->values[i];
}

__global__ void squares(float *v, int n, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = by * i * i;
}

int main()
{
    const int n = 100;
    cudaStream_t s[2];
    float *dev[2], *host[2];
    Report report[2];
    for (int k = 0; k < 2; ++k) {
        cudaStreamCreate(&s[k]);
        cudaMalloc(&dev[k], n * sizeof(float));
        cudaMallocHost(&host[k], n * sizeof(float));
        report[k] = {host[k], n, -1};
        squares<<<4, 32, 0, s[k]>>>(dev[k], n, k + 1.0f);
        cudaMemcpyAsync(host[k], dev[k], n * sizeof(float), cudaMemcpyDeviceToHost, s[k]);
        cudaLaunchHostFunc(s[k], addUp, &report[k]);
    }
    cudaDeviceSynchronize();
    printf("%g %g\n", report[0].sum, report[1].sum);
    for (int k = 0; k < 2; ++k) {
        cudaStreamDestroy(s[k]);
        cudaFree(dev[k]);
        cudaFreeHost(host[k]);
    }
    return 0;
}
