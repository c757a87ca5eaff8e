#include <cstdio>

__inline__ __device__ float warpSum(float x)
{
    for (int offset = 16; offset > 0; offset /= 2)
        x += __shfl_down_sync(0xffffffff, x, offset);  // defect: warp-mask
    return x;
}

// mean of groups of 32 readings; a few sensors at the end are absent
__global__ void means(const float *readings, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = warpSum(readings[i]);  // defect: warp-mask
    if (threadIdx.x % 32 == 0)
        out[i / 32] = s / min(32, n - i);
}

int main()
{
    const int n = 150;
    float h[n], m[5];
    for (int i = 0; i < n; ++i) h[i] = 20.f + (i % 3);
    float *d, *o;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&o, sizeof m);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    means<<<2, 96>>>(d, o, n);
    cudaMemcpy(m, o, sizeof m, cudaMemcpyDeviceToHost);
    for (float x : m) printf("%.3f\n", x);
    cudaFree(d);
    cudaFree(o);
    return 0;
}
