#include <stdio.h>
#include <stdlib.h>

__global__ void keepPositive(const int *in, int n, int *out, int *outCount)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < n && in[i] > 0) {
        int slot = atomicAdd(outCount, 1);  // defect: uninitialized-global
        out[slot] = in[i];  // defect: uninitialized-global|out-of-bounds-global
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200;
    int *h = (int *)malloc(n * sizeof(int)), *in, *out, *count, kept = 0;
    for (int i = 0; i < n; i++) h[i] = (i % 3) - 1;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&count, sizeof(int));  // defect: uninitialized-global
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    keepPositive<<<(n + 127) / 128, 128>>>(in, n, out, count);
    cudaMemcpy(&kept, count, sizeof(int), cudaMemcpyDeviceToHost);
    printf("kept %d of %d\n", kept, n);
    cudaFree(in); cudaFree(out); cudaFree(count); free(h);
    return 0;
}
