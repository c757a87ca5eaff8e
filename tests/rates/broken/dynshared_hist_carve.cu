// Histogram plus per-warp counts of large values; both live in dynamic shared memory.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                              \
    {                                                                            \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            printf("error %s, line %d\n", cudaGetErrorString(e), __LINE__);      \
            return 1;                                                            \
        }                                                                        \
    }

__global__ void histBig(const int* data, int n, int bins, int limit, int* hist, int* bigPerBlock) {
    extern __shared__ int smem[];
    int* s_hist = smem;         // bins
    int* s_big = smem + bins;   // one per warp
    const int warps = (blockDim.x + 31) / 32;
    const int warp = threadIdx.x / 32;

    for (int b = threadIdx.x; b < bins; b += blockDim.x) s_hist[b] = 0;
    if (threadIdx.x < warps) s_big[threadIdx.x] = 0;  // defect: dynamic-shared
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int v = data[i];
        atomicAdd(&s_hist[v % bins], 1);
        if (v >= limit) atomicAdd(&s_big[warp], 1);  // defect: dynamic-shared
    }
    __syncthreads();

    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&hist[b], s_hist[b]);
    if (threadIdx.x == 0) {
        int total = 0;
        for (int w = 0; w < warps; ++w) {
            total += s_big[w];  // defect: dynamic-shared
        }
        bigPerBlock[blockIdx.x] = total;
    }
}

int main() {
    const int n = 5000, bins = 16, limit = 900, threads = 200, blocks = 6;
    std::vector<int> data(n), hist(bins), big(blocks);
    unsigned s = 12345;
    for (int i = 0; i < n; ++i) {
        s = s * 1664525u + 1013904223u;
        data[i] = (int)(s >> 16) % 1000;
    }
    int *d_data, *d_hist, *d_big;
    CHECK(cudaMalloc(&d_data, n * sizeof(int)));
    CHECK(cudaMalloc(&d_hist, bins * sizeof(int)));
    CHECK(cudaMalloc(&d_big, blocks * sizeof(int)));
    CHECK(cudaMemcpy(d_data, data.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_hist, 0, bins * sizeof(int)));

    size_t shared = (bins + threads / 32) * sizeof(int);
    histBig<<<blocks, threads, shared>>>(d_data, n, bins, limit, d_hist, d_big);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(hist.data(), d_hist, bins * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(big.data(), d_big, blocks * sizeof(int), cudaMemcpyDeviceToHost));

    int total = 0, bigTotal = 0;
    for (int b = 0; b < bins; ++b) total += hist[b];
    for (int b = 0; b < blocks; ++b) bigTotal += big[b];
    printf("%d values, %d big\n", total, bigTotal);
    CHECK(cudaFree(d_data));
    CHECK(cudaFree(d_hist));
    CHECK(cudaFree(d_big));
    return 0;
}
