#include <cstdio>
#include <cstdlib>

// A table of all pairs (i, j); the index of the last pair does not fit into an int.
__global__ void pairDistance(const short *x, unsigned char *table, int n, int first, int last)
{
    int i = first + blockIdx.x;
    for (int j = threadIdx.x; j < n && i < last; j += blockDim.x) {
        int index = i * n + j;
        table[index] = abs(x[i] - x[j]) > 100;  // defect: out-of-bounds-global|wild-pointer
    }
}

int main()
{
    const int n = 70000;
    short *hx = (short *)malloc(n * sizeof(short)), *x;
    unsigned char *table;
    for (int i = 0; i < n; ++i) hx[i] = i % 1000;
    cudaMalloc(&x, n * sizeof(short));
    if (cudaMalloc(&table, (size_t)n * n) != cudaSuccess) {
        printf("not enough memory\n");
        cudaFree(x);
        free(hx);
        return 0;
    }
    cudaMemcpy(x, hx, n * sizeof(short), cudaMemcpyHostToDevice);
    pairDistance<<<4, 64>>>(x, table, n, 40000, 40004);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(e));
    cudaFree(x);
    cudaFree(table);
    free(hx);
    return e != cudaSuccess;
}
