// Inclusive scan of any length: scan blocks, scan the block sums, add them up.
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

const int BLOCK = 256;

__device__ void scanShared(int* s)
{
    int tid = threadIdx.x;
    for (int o = 1; o < BLOCK; o <<= 1) {
        int v = tid >= o ? s[tid - o] : 0;
        __syncthreads();
        s[tid] += v;
        __syncthreads();
    }
}

__global__ void scanBlocks(const int* in, int* out, int* sums, int n)
{
    __shared__ int s[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    scanShared(s);
    if (i < n) {
        out[i] = s[threadIdx.x];
        if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = s[threadIdx.x];
    }
}

__global__ void scanSums(int* sums, int* total, int m)
{
    __shared__ int s[BLOCK];
    int tid = threadIdx.x;
    s[tid] = tid < m ? sums[tid] : 0;  // defect: uninitialized-global
    __syncthreads();
    scanShared(s);
    if (tid < m) sums[tid] = s[tid];
    if (tid == m - 1) *total = s[tid];
}

__global__ void addSums(int* out, const int* sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

int main()
{
    const int n = 5 * BLOCK + 77;
    const int blocks = (n + BLOCK - 1) / BLOCK;
    std::vector<int> h(n), r(n);
    for (int i = 0; i < n; ++i) h[i] = i % 5;

    int *d_in = nullptr, *d_out = nullptr, *d_sums = nullptr, *d_total = nullptr;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    CHECK(cudaMalloc(&d_total, sizeof(int)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    scanBlocks<<<blocks, BLOCK>>>(d_in, d_out, d_sums, n);
    CHECK(cudaGetLastError());
    scanSums<<<1, BLOCK>>>(d_sums, d_total, blocks);
    CHECK(cudaGetLastError());
    addSums<<<blocks, BLOCK>>>(d_out, d_sums, n);
    CHECK(cudaGetLastError());

    int total = 0;
    CHECK(cudaMemcpy(r.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
    std::printf("last %d total %d\n", r[n - 1], total);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_sums));
    CHECK(cudaFree(d_total));
    return 0;
}
