// Digit counts of a radix sort of signed keys, four bits in each pass.
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

const int BITS = 4;
const int RADIX = 1 << BITS;

// the topmost digit has nothing above it, so there is nothing to mask away
__device__ int digitOf(int key, int shift)
{
    if (shift + BITS == 32) return key >> shift;
    return (key >> shift) & (RADIX - 1);
}

__global__ void countDigits(const int* keys, int* counts, int n, int shift)
{
    __shared__ int bins[RADIX];
    if (threadIdx.x < RADIX) bins[threadIdx.x] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[digitOf(keys[i], shift)], 1);  // defect: out-of-bounds-shared
    __syncthreads();

    if (threadIdx.x < RADIX) atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

int main()
{
    const int n = 4100, blocks = 6, threads = 128;
    const int passes = 32 / BITS;
    std::vector<int> keys(n);
    unsigned int seed = 99u;
    for (int i = 0; i < n; ++i) {
        seed = seed * 1664525u + 1013904223u;
        keys[i] = int(seed);
    }

    int *d_keys = nullptr, *d_counts = nullptr;
    CHECK(cudaMalloc(&d_keys, n * sizeof(int)));
    CHECK(cudaMalloc(&d_counts, passes * RADIX * sizeof(int)));
    CHECK(cudaMemcpy(d_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_counts, 0, passes * RADIX * sizeof(int)));

    for (int p = 0; p < passes; ++p) {
        countDigits<<<blocks, threads>>>(d_keys, d_counts + p * RADIX, n, p * BITS);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());

    std::vector<int> counts(passes * RADIX);
    CHECK(cudaMemcpy(counts.data(), d_counts, counts.size() * sizeof(int), cudaMemcpyDeviceToHost));
    for (int p = 0; p < passes; ++p) {
        int sum = 0;
        for (int b = 0; b < RADIX; ++b) sum += counts[p * RADIX + b];
        std::printf("pass %d: %d of %d keys\n", p, sum, n);
    }

    CHECK(cudaFree(d_keys));
    CHECK(cudaFree(d_counts));
    return 0;
}
