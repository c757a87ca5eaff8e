// Single-launch sum: the block that finishes last adds up the partial sums.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                            \
    do {                                                                       \
        cudaError_t e = (call);                                                \
        if (e != cudaSuccess) {                                                \
            fprintf(stderr, "%s, line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

constexpr int BLOCK = 128;
__device__ unsigned int blocksDone = 0;

__device__ float blockSum(float v, float* s) {
    s[threadIdx.x] = v;
    __syncthreads();
    for (int k = BLOCK / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    float r = s[0];
    __syncthreads();
    return r;
}

__global__ void sumAll(const float* in, int n, float* partial, float* result) {
    __shared__ float s[BLOCK];
    __shared__ bool isLast;
    float v = 0.0f;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) v += in[i];
    float total = blockSum(v, s);

    if (threadIdx.x == 0) {
        partial[blockIdx.x] = total;  // defect: race-global
        unsigned int ticket = atomicInc(&blocksDone, gridDim.x - 1);
        isLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();

    if (isLast) {
        float p = 0.0f;
        for (int b = threadIdx.x; b < (int)gridDim.x; b += BLOCK) {
            p += partial[b];  // defect: race-global
        }
        float all = blockSum(p, s);
        if (threadIdx.x == 0) *result = all;
    }
}

int main() {
    const int n = 20000, blocks = 20;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = (float)(i % 9);
    float *d_in, *d_partial, *d_result;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_partial, blocks * sizeof(float)));
    CHECK(cudaMalloc(&d_result, sizeof(float)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    for (int rep = 0; rep < 2; ++rep) {
        sumAll<<<blocks, BLOCK>>>(d_in, n, d_partial, d_result);
        CHECK(cudaGetLastError());
        float r = 0.0f;
        CHECK(cudaMemcpy(&r, d_result, sizeof(float), cudaMemcpyDeviceToHost));
        printf("sum %.1f\n", r);
    }
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_partial));
    CHECK(cudaFree(d_result));
    return 0;
}
