#include <cstdio>

struct Span { const int *data; int size; };

// Looks simpler than passing three pointers about.
__device__ const int *primeFactors(int n)
{
    int factors[8];
    int k = 0;
    for (int p = 2; p <= n && k < 7; ++p)
        while (n % p == 0 && k < 7) { factors[k++] = p; n /= p; }
    factors[k] = 0;
    const int *result = factors;
    return result;
}

__global__ void sumFactors(int *sums, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int *f = primeFactors(i + 2);
    int s = 0;
    for (int k = 0; k < 8 && f[k] != 0; ++k)  // defect: local-escape
        s += f[k];  // defect: local-escape
    sums[i] = s;
}

int main()
{
    const int count = 60;
    int *d, h[count];
    cudaMalloc(&d, sizeof h);
    sumFactors<<<2, 32>>>(d, count);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("12 -> %d (7)\n", h[10]);
    cudaFree(d);
    return 0;
}
