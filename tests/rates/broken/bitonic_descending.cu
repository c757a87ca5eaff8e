// Bitonic sort of each chunk in shared memory, written back in descending order.
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

const int CHUNK = 256;

__global__ void bitonicChunk(int* data)
{
    __shared__ int s[CHUNK];
    int tid = threadIdx.x;
    int* mine = data + blockIdx.x * CHUNK;

    s[tid] = mine[tid];
    for (int k = 2; k <= CHUNK; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            int p = tid ^ j;
            if (p > tid) {
                int a = s[tid];
                int b = s[p];
                bool up = (tid & k) == 0;
                if ((a > b) == up) {
                    s[tid] = b;  // defect: race-shared
                    s[p] = a;  // defect: race-shared
                }
            }
        }
    }
    mine[tid] = s[CHUNK - 1 - tid];  // defect: race-shared
}

int main()
{
    const int chunks = 9, n = chunks * CHUNK;
    std::vector<int> h(n), r(n);
    unsigned int seed = 12345u;
    for (int i = 0; i < n; ++i) {
        seed = seed * 1664525u + 1013904223u;
        h[i] = int(seed >> 16) % 1000;
    }

    int* d = nullptr;
    CHECK(cudaMalloc(&d, n * sizeof(int)));
    CHECK(cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    bitonicChunk<<<chunks, CHUNK>>>(d);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(r.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));

    int bad = 0;
    for (int c = 0; c < chunks; ++c)
        for (int i = 1; i < CHUNK; ++i)
            if (r[c * CHUNK + i - 1] < r[c * CHUNK + i]) ++bad;
    std::printf("%d out of order\n", bad);
    CHECK(cudaFree(d));
    return 0;
}
