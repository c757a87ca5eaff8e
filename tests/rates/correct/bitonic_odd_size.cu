// Bitonic sort of segments of odd lengths, padded in shared memory; an empty one among them.
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <climits>
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

// blockDim.x threads, 2 * blockDim.x slots of dynamic shared memory
__global__ void sortSegments(int* data, const int* offsets)
{
    extern __shared__ int s[];
    const int slots = 2 * blockDim.x;
    int begin = offsets[blockIdx.x];
    int len = offsets[blockIdx.x + 1] - begin;
    if (len < 2) return;  // the same for the whole block

    for (int i = threadIdx.x; i < slots; i += blockDim.x) s[i] = i < len ? data[begin + i] : INT_MAX;
    for (int k = 2; k <= slots; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            // each thread has one pair of its own
            int lo = 2 * j * (threadIdx.x / j) + threadIdx.x % j;
            int hi = lo + j;
            int a = s[lo], b = s[hi];
            bool up = (lo & k) == 0;
            if ((a > b) == up) {
                s[lo] = b;
                s[hi] = a;
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < len; i += blockDim.x) data[begin + i] = s[i];
}

int main()
{
    const int lengths[] = {256, 255, 1, 0, 129, 2, 77, 128, 3, 0};
    const int segs = int(sizeof(lengths) / sizeof(lengths[0]));
    std::vector<int> offsets(1, 0), h;
    unsigned int seed = 7u;
    for (int k = 0; k < segs; ++k) {
        for (int i = 0; i < lengths[k]; ++i) {
            seed = seed * 1664525u + 1013904223u;
            h.push_back(int(seed >> 8) % 500 - 250);
        }
        offsets.push_back(int(h.size()));
    }
    const int n = int(h.size());

    int *d = nullptr, *d_off = nullptr;
    CHECK(cudaMalloc(&d, n * sizeof(int)));
    CHECK(cudaMalloc(&d_off, offsets.size() * sizeof(int)));
    CHECK(cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_off, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice));

    const int threads = 128;
    sortSegments<<<segs, threads, 2 * threads * sizeof(int)>>>(d, d_off);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<int> r(n);
    CHECK(cudaMemcpy(r.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int k = 0; k < segs; ++k) std::sort(h.begin() + offsets[k], h.begin() + offsets[k + 1]);
    std::printf("%s\n", r == h ? "sorted" : "wrong");
    CHECK(cudaFree(d));
    CHECK(cudaFree(d_off));
    return r == h ? 0 : 1;
}
