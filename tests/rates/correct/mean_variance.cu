#include <cstdio>
#include <vector>

// Welford's method, merged across the block; early exit of idle warps happens only after the last barrier.
struct Stats { float mean, m2; int n; };

__device__ Stats merge(Stats a, Stats b)
{
    if (b.n == 0) return a;
    if (a.n == 0) return b;
    float delta = b.mean - a.mean;
    int n = a.n + b.n;
    return {a.mean + delta * b.n / n, a.m2 + b.m2 + delta * delta * a.n * b.n / n, n};
}

__global__ void statistics(const float *x, int n, Stats *out)
{
    extern __shared__ Stats shared[];
    Stats s = {0, 0, 0};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s = merge(s, {x[i], 0, 1});
    shared[threadIdx.x] = s;
    for (int half = blockDim.x / 2; half >= 32; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) shared[threadIdx.x] = merge(shared[threadIdx.x], shared[threadIdx.x + half]);
    }
    __syncthreads();
    if (threadIdx.x >= 32) return;
    s = shared[threadIdx.x];
    for (int o = 16; o; o >>= 1) {
        Stats t;
        t.mean = __shfl_down_sync(~0u, s.mean, o);
        t.m2 = __shfl_down_sync(~0u, s.m2, o);
        t.n = __shfl_down_sync(~0u, s.n, o);
        s = merge(s, t);
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

int main()
{
    const int n = 1111, blocks = 3, threads = 128;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = i % 10;
    float *x;
    Stats *out, r[blocks];
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    statistics<<<blocks, threads, threads * sizeof(Stats)>>>(x, n, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (const Stats &s : r) printf("n %d mean %f variance %f\n", s.n, s.mean, s.m2 / s.n);
    cudaFree(x);
    cudaFree(out);
    return 0;
}
