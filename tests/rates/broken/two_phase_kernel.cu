#include <cstdio>

// phase 1: square every element; phase 2: reverse the array
__global__ void squareAndReverse(const int *in, int *tmp, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        tmp[i] = in[i] * in[i];  // defect: race-global
    __syncthreads();   // wait until everything is squared
    if (i < n)
        out[i] = tmp[n - 1 - i];  // defect: race-global|uninitialized-global
}

int main()
{
    const int n = 512;
    int h[n], *in, *tmp, *out;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&tmp, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    squareAndReverse<<<4, 128>>>(in, tmp, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("first %d, last %d\n", h[0], h[n - 1]);
    cudaFree(in);
    cudaFree(tmp);
    cudaFree(out);
    return 0;
}
