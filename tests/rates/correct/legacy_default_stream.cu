// No events here: work in the legacy default stream waits for all blocking streams, and they wait for it.
#include <cstdio>

__global__ void stepA(float *x, int n) { int i = threadIdx.x; if (i < n) x[i] = i; }
__global__ void stepB(const float *x, float *y, int n) { int i = threadIdx.x; if (i < n) y[i] = 2 * x[n - 1 - i]; }
__global__ void stepC(const float *y, float *z, int n) { int i = threadIdx.x; if (i < n) z[i] = y[i] + 1; }

int main()
{
    const int n = 64;
    float *x, *y, *z, h[n];
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMalloc(&z, sizeof h);
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    stepA<<<1, n, 0, s>>>(x, n);
    stepB<<<1, n>>>(x, y, n);
    stepC<<<1, n, 0, t>>>(y, z, n);
    cudaMemcpy(h, z, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[n - 1]);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    return 0;
}
