#include <cstdio>

// Lanes with the same key elect a leader, which adds for all of them.
__global__ void votes(const unsigned char *key, int n, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned active = __ballot_sync(0xffffffffu, i < n);
    if (i < n) {
        unsigned peers = __match_any_sync(active, key[i]);
        int leader = __ffs(peers) - 1;
        if ((int)(threadIdx.x & 31) == leader)
            atomicAdd(&count[key[i]], __popc(peers));
    }
}

int main()
{
    const int n = 410;
    unsigned char h[n], *d;
    int c[8], *dc;
    for (int i = 0; i < n; ++i) h[i] = i * i % 8;
    cudaMalloc(&d, n);
    cudaMalloc(&dc, sizeof c);
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    cudaMemset(dc, 0, sizeof c);
    votes<<<4, 128>>>(d, n, dc);
    cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
    for (int k = 0; k < 8; ++k) printf("%d: %d\n", k, c[k]);
    cudaFree(d);
    cudaFree(dc);
    return 0;
}
