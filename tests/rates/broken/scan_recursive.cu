// Recursive multi-level inclusive scan, in place.
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

const int B = 64;

__global__ void scanBlock(int* data, int* sums, int n)
{
    __shared__ int s[B];
    int tid = threadIdx.x;
    int i = blockIdx.x * B + tid;
    s[tid] = i < n ? data[i] : 0;
    __syncthreads();
    for (int o = 1; o < B; o <<= 1) {
        int v = tid >= o ? s[tid - o] : 0;
        __syncthreads();
        s[tid] += v;
        __syncthreads();
    }
    if (i < n) data[i] = s[tid];
    if (tid == B - 1) sums[blockIdx.x] = s[tid];
}

__global__ void addOffsets(int* data, const int* sums, int n)
{
    int i = blockIdx.x * B + threadIdx.x;
    if (blockIdx.x > 0 && i < n) data[i] += sums[blockIdx.x - 1];
}

static void inclusiveScan(int* d_data, int n)
{
    int blocks = (n + B - 1) / B;
    int* d_sums = nullptr;
    CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));  // defect: leak

    scanBlock<<<blocks, B>>>(d_data, d_sums, n);
    CHECK(cudaGetLastError());
    if (blocks == 1) return;  // defect: leak

    inclusiveScan(d_sums, blocks);
    addOffsets<<<blocks, B>>>(d_data, d_sums, n);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_sums));
}

int main()
{
    const int n = 9001;
    std::vector<int> h(n), r(n);
    for (int i = 0; i < n; ++i) h[i] = (i % 7) - 2;

    int* d = nullptr;
    CHECK(cudaMalloc(&d, n * sizeof(int)));
    CHECK(cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    inclusiveScan(d, n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(r.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));

    int bad = 0, run = 0;
    for (int i = 0; i < n; ++i) {
        run += h[i];
        if (r[i] != run) ++bad;
    }
    std::printf("last %d, %d wrong\n", r[n - 1], bad);
    CHECK(cudaFree(d));
    return 0;
}
