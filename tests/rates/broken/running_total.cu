// Inclusive prefix sum of one block, after Hillis and Steele
#include <stdio.h>
#define LEN 128

__global__ void runningTotal(int *data)
{
    __shared__ int s[LEN];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int d = 1; d < LEN; d *= 2) {
        if (t >= d)
            s[t] += s[t - d];  // defect: race-shared
        __syncthreads();
    }
    data[t] = s[t];
}

int main()
{
    int h[LEN], *d;
    for (int i = 0; i < LEN; i++) h[i] = 1;
    cudaMalloc((void **)&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    runningTotal<<<1, LEN>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < LEN; i++)
        if (h[i] != i + 1) { printf("wrong at %d: %d\n", i, h[i]); break; }
    cudaFree(d);
    return 0;
}
