// Dot products of fixed segments of 32 elements, one warp per segment.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                          \
    do {                                                                     \
        cudaError_t e_ = (call);                                             \
        if (e_ != cudaSuccess) {                                             \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_));  \
            std::exit(1);                                                    \
        }                                                                    \
    } while (0)

__device__ float warpSum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);  // defect: warp-mask
    return v;
}

__global__ void segmentDot(const float* x, const float* y, float* seg, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = warpSum(x[i] * y[i]);
        if ((threadIdx.x & 31) == 0) seg[i / 32] = v;
    }
}

int main()
{
    const int n = 1000, threads = 128;
    const int blocks = (n + threads - 1) / threads;
    const int segs = (n + 31) / 32;
    std::vector<float> x(n), y(n), s(segs);
    double want = 0.0;
    for (int i = 0; i < n; ++i) {
        x[i] = float(i % 9);
        y[i] = float(i % 4) - 1.0f;
        want += x[i] * y[i];
    }

    float *d_x = nullptr, *d_y = nullptr, *d_s = nullptr;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CHECK(cudaMalloc(&d_s, segs * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    segmentDot<<<blocks, threads>>>(d_x, d_y, d_s, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(s.data(), d_s, segs * sizeof(float), cudaMemcpyDeviceToHost));

    double got = 0.0;
    for (float v : s) got += v;
    std::printf("dot %.1f expected %.1f\n", got, want);

    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    CHECK(cudaFree(d_s));
    return 0;
}
