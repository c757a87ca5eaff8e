#include <cstdio>

// Two halves of the block synchronise on barriers of their own (bar.sync with an id and a count).
__device__ __forceinline__ void halfBarrier(int half) { asm volatile("bar.sync %0, %1;" ::"r"(half + 1), "r"(64) : "memory"); }

__global__ void halves(const int *in, int *out)
{
    __shared__ int s[128];
    const int t = threadIdx.x, half = t / 64;
    s[t] = in[t];
    halfBarrier(half);
    int rounds = half == 0 ? 3 : 5;    // the halves take different numbers of barriers
    for (int r = 0; r < rounds; ++r) {
        int next = s[half * 64 + (t + 1) % 64];
        halfBarrier(half);
        s[t] += next;
        halfBarrier(half);
    }
    __syncthreads();
    out[t] = s[127 - t];
}

int main()
{
    int h[128], *in, *out;
    for (int i = 0; i < 128; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    halves<<<1, 128>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[127]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
