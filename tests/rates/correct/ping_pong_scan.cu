#include <stdio.h>
#define LEN 128

// Hillis-Steele with two rows: one barrier per step is enough because a step reads one row and writes the other.
__global__ void runningTotal(const int *in, int *out)
{
    __shared__ int s[2][LEN];
    int t = threadIdx.x, from = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (int d = 1; d < LEN; d *= 2) {
        int to = 1 - from;
        s[to][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
        __syncthreads();
        from = to;
    }
    out[t] = s[from][t];
}

int main()
{
    int h[LEN], *in, *out;
    for (int i = 0; i < LEN; i++) h[i] = 1;
    cudaMalloc((void **)&in, sizeof(h));
    cudaMalloc((void **)&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    runningTotal<<<1, LEN>>>(in, out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("last %d\n", h[LEN - 1]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
