#include <cstdio>
#include <cstdlib>

// A condensed table of pairs (i < j); the index is computed in 64 bits although it fits into an int here.
__host__ __device__ inline size_t pairIndex(size_t i, size_t j, size_t n) { return i * n - i * (i + 1) / 2 + (j - i - 1); }

__global__ void pairDistance(const short *x, unsigned char *table, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    if (i < j && j < n)
        table[pairIndex(i, j, n)] = abs(x[i] - x[j]) > 100;
}

int main()
{
    const int n = 90;
    const size_t pairs = size_t(n) * (n - 1) / 2;
    short hx[n], *x;
    unsigned char *table, *h = (unsigned char *)malloc(pairs);
    for (int i = 0; i < n; ++i) hx[i] = (i * 37) % 1000;
    cudaMalloc(&x, sizeof hx);
    cudaMalloc(&table, pairs);
    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    pairDistance<<<dim3(2, n), 64>>>(x, table, n);
    cudaMemcpy(h, table, pairs, cudaMemcpyDeviceToHost);
    size_t far = 0;
    for (size_t k = 0; k < pairs; ++k) far += h[k];
    printf("%zu of %zu pairs are far apart, the last %d\n", far, pairs, h[pairIndex(n - 2, n - 1, n)]);
    cudaFree(x);
    cudaFree(table);
    free(h);
    return 0;
}
