// Layer norm forward, one block per token, two block-wide reductions.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

__device__ float blockReduceSum(float v, float* s) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int warps = blockDim.x >> 5;
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if (lane == 0) s[warp] = v;  // defect: race-shared
    __syncthreads();
    if (warp == 0) {
        v = lane < warps ? s[lane] : 0.0f;
        for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
        if (lane == 0) s[0] = v;
    }
    __syncthreads();
    return s[0];  // defect: race-shared
}

__global__ void layerNorm(const float* x, const float* gamma, const float* beta, float* y, int d,
                          float eps) {
    __shared__ float scratch[32];
    const float* row = x + blockIdx.x * d;
    float* dst = y + blockIdx.x * d;

    float sum = 0.0f;
    for (int c = threadIdx.x; c < d; c += blockDim.x) sum += row[c];
    const float mean = blockReduceSum(sum, scratch) / d;

    float sq = 0.0f;
    for (int c = threadIdx.x; c < d; c += blockDim.x) {
        float t = row[c] - mean;
        sq += t * t;
    }
    const float var = blockReduceSum(sq, scratch) / d;
    const float rstd = rsqrtf(var + eps);
    for (int c = threadIdx.x; c < d; c += blockDim.x)
        dst[c] = (row[c] - mean) * rstd * gamma[c] + beta[c];
}

int main() {
    const int tokens = 10, d = 192;
    std::vector<float> x(tokens * d), g(d, 1.0f), b(d, 0.5f), y(tokens * d);
    for (int i = 0; i < tokens * d; ++i) x[i] = std::sin(0.1f * i) * (1 + i % 3);
    float *dx, *dg, *db, *dy;
    CHECK(cudaMalloc(&dx, x.size() * sizeof(float)));
    CHECK(cudaMalloc(&dg, d * sizeof(float)));
    CHECK(cudaMalloc(&db, d * sizeof(float)));
    CHECK(cudaMalloc(&dy, y.size() * sizeof(float)));
    CHECK(cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dg, g.data(), d * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(db, b.data(), d * sizeof(float), cudaMemcpyHostToDevice));

    layerNorm<<<tokens, 128>>>(dx, dg, db, dy, d, 1e-5f);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(y.data(), dy, y.size() * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float v : y) sum += v;
    printf("mean %.5f (expect 0.5)\n", sum / y.size());
    CHECK(cudaFree(dx));
    CHECK(cudaFree(dg));
    CHECK(cudaFree(db));
    CHECK(cudaFree(dy));
    return 0;
}
