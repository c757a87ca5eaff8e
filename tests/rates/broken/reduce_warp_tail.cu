// Sum of many floats in two launches, the last warp of a block unrolled by hand.
#include <cstdio>
#include <cstdlib>
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

template <int BLOCK>
__global__ void blockSum(const float* in, float* partial, int n)
{
    __shared__ float s[BLOCK];
    int tid = threadIdx.x;
    float acc = 0.0f;
    for (int i = blockIdx.x * BLOCK + tid; i < n; i += BLOCK * gridDim.x)
        acc += in[i];
    s[tid] = acc;
    __syncthreads();

    for (int o = BLOCK / 2; o >= 64; o >>= 1) {
        if (tid < o) s[tid] += s[tid + o];
        __syncthreads();
    }

    // one warp is left
    if (tid < 32) {
        s[tid] += s[tid + 32];
        __syncwarp();
        for (int o = 16; o > 0; o >>= 1) {
            s[tid] += s[tid + o];  // defect: race-shared
            __syncwarp();
        }
    }
    if (tid == 0) partial[blockIdx.x] = s[0];
}

int main()
{
    const int n = 10007, blocks = 12;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = float(i % 11) * 0.5f;

    float *d_in = nullptr, *d_partial = nullptr, *d_out = nullptr;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_partial, blocks * sizeof(float)));
    CHECK(cudaMalloc(&d_out, sizeof(float)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    blockSum<256><<<blocks, 256>>>(d_in, d_partial, n);
    CHECK(cudaGetLastError());
    blockSum<128><<<1, 128>>>(d_partial, d_out, blocks);
    CHECK(cudaGetLastError());

    float sum = 0.0f;
    CHECK(cudaMemcpy(&sum, d_out, sizeof(float), cudaMemcpyDeviceToHost));
    double want = 0.0;
    for (float v : h) want += v;
    std::printf("sum %.1f expected %.1f\n", sum, want);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_partial));
    CHECK(cudaFree(d_out));
    return 0;
}
