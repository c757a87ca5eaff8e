// Row softmax, one block per row, two-level (warp, block) reductions.
#include <cfloat>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                          \
    do {                                                                          \
        cudaError_t e = (call);                                                   \
        if (e != cudaSuccess) {                                                   \
            fprintf(stderr, "CUDA: %s @ %d\n", cudaGetErrorString(e), __LINE__);  \
            exit(EXIT_FAILURE);                                                   \
        }                                                                         \
    } while (0)

__inline__ __device__ float warpMax(float v) {
    for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__inline__ __device__ float warpSum(float v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void softmaxRows(const float* x, float* y, int cols) {
    __shared__ float s_max[32];
    __shared__ float s_sum[32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int warps = blockDim.x >> 5;
    const float* row = x + blockIdx.x * cols;
    float* dst = y + blockIdx.x * cols;

    float m = -FLT_MAX;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, row[c]);
    m = warpMax(m);
    if (lane == 0) s_max[warp] = m;
    __syncthreads();
    if (warp == 0) {
        m = s_max[lane];  // defect: uninitialized-shared
        m = warpMax(m);
        if (lane == 0) s_max[0] = m;
    }
    __syncthreads();
    m = s_max[0];

    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += expf(row[c] - m);
    sum = warpSum(sum);
    if (lane == 0) s_sum[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < warps ? s_sum[lane] : 0.0f;
        sum = warpSum(sum);
        if (lane == 0) s_sum[0] = sum;
    }
    __syncthreads();
    const float inv = 1.0f / s_sum[0];
    for (int c = threadIdx.x; c < cols; c += blockDim.x) dst[c] = expf(row[c] - m) * inv;
}

int main() {
    const int rows = 12, cols = 300, threads = 128;
    std::vector<float> x(rows * cols), y(rows * cols);
    for (int i = 0; i < rows * cols; ++i) x[i] = (float)((i * 37) % 101) * 0.1f;
    float *dx, *dy;
    CUDA_CHECK(cudaMalloc(&dx, x.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dy, y.size() * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));
    softmaxRows<<<rows, threads>>>(dx, dy, cols);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(y.data(), dy, y.size() * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float v : y) sum += v;
    printf("sum %.4f (expect %d)\n", sum, rows);
    CUDA_CHECK(cudaFree(dx));
    CUDA_CHECK(cudaFree(dy));
    return 0;
}
