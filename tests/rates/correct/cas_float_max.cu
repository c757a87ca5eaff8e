#include <cfloat>
#include <cstdio>
#include <vector>

// There is no atomicMax for float: compare and swap the bits.
__device__ float atomicMaxFloat(float *address, float value)
{
    int *bits = (int *)address;
    int old = atomicAdd(bits, 0), assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value) break;
        old = atomicCAS(bits, assumed, __float_as_int(value));
    } while (old != assumed);
    return __int_as_float(old);
}

__global__ void maximum(const float *v, int n, float *result)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMaxFloat(result, v[i]);
}

int main()
{
    const int n = 700;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 101 % 997) - 500.5f;
    float *d, *r, best = -FLT_MAX;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&r, sizeof(float));
    cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(r, &best, sizeof(float), cudaMemcpyHostToDevice);
    maximum<<<3, 64>>>(d, n, r);
    cudaMemcpy(&best, r, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", best);
    cudaFree(d);
    cudaFree(r);
    return 0;
}
