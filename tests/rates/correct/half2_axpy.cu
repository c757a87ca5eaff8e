#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

// Pairs where it can, the odd last element alone.
__global__ void axpy(__half a, const __half *x, __half *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int pairs = n / 2;
    const __half2 a2 = __half2half2(a);
    if (i < pairs) {
        const __half2 *x2 = reinterpret_cast<const __half2 *>(x);
        __half2 *y2 = reinterpret_cast<__half2 *>(y);
        y2[i] = __hfma2(a2, x2[i], y2[i]);
    } else if (i == pairs && (n & 1)) {
        y[n - 1] = __hfma(a, x[n - 1], y[n - 1]);
    }
}

int main()
{
    const int n = 333;
    std::vector<__half> x(n), y(n);
    for (int i = 0; i < n; ++i) { x[i] = __float2half(i * 0.5f); y[i] = __float2half(1.0f); }
    __half *dx, *dy;
    cudaMalloc(&dx, n * sizeof(__half));
    cudaMalloc(&dy, n * sizeof(__half));
    cudaMemcpy(dx, x.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
    axpy<<<(n / 2 + 64) / 64, 64>>>(__float2half(2.0f), dx, dy, n);
    cudaMemcpy(y.data(), dy, n * sizeof(__half), cudaMemcpyDeviceToHost);
    printf("%g %g\n", __half2float(y[1]), __half2float(y[n - 1]));
    cudaFree(dx);
    cudaFree(dy);
    return 0;
}
