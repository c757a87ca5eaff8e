#include <cstdio>

// Transposes 32 x 32 words inside a warp, without shared memory: five rounds of exchange.
__global__ void transpose32(const unsigned *in, unsigned *out)
{
    const unsigned lane = threadIdx.x;
    unsigned r[32];
    for (int k = 0; k < 32; ++k) r[k] = in[k * 32 + lane];
    for (int s = 16; s > 0; s >>= 1) {
        for (int k = 0; k < 32; ++k) {
            if (k & s) continue;
            unsigned give = lane & s ? r[k] : r[k | s];
            unsigned got = __shfl_xor_sync(0xffffffffu, give, s);
            if (lane & s) r[k] = got;
            else r[k | s] = got;
        }
    }
    for (int k = 0; k < 32; ++k) out[k * 32 + lane] = r[k];
}

int main()
{
    static unsigned h[1024];
    unsigned *in, *out;
    for (int i = 0; i < 1024; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    transpose32<<<1, 32>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x) wrong += h[y * 32 + x] != unsigned(x * 32 + y);
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
