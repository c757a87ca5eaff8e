// Monte Carlo pi with an own xorshift generator, work spread over a few streams.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                  \
    do {                                                                             \
        cudaError_t e = (call);                                                      \
        if (e != cudaSuccess) {                                                      \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__);     \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

typedef unsigned long long u64;

__device__ u64 splitmix(u64 x) {
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

__device__ float uniform01(u64& s) {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (float)(s >> 40) * (1.0f / 16777216.0f);
}

__global__ void sample(u64 seed, int perThread, u64* hits) {
    __shared__ unsigned blockHits;
    if (threadIdx.x == 0) blockHits = 0;
    __syncthreads();
    u64 s = splitmix(seed * 1000003ull + blockIdx.x * blockDim.x + threadIdx.x) | 1ull;
    unsigned mine = 0;
    for (int k = 0; k < perThread; ++k) {
        float x = uniform01(s), y = uniform01(s);
        if (x * x + y * y <= 1.0f) ++mine;
    }
    atomicAdd(&blockHits, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(hits, (u64)blockHits);
}

int main() {
    const int NS = 3, blocks = 4, threads = 128, perThread = 40;
    cudaStream_t st[NS];
    u64 *d_hits, *h_hits;
    CHECK(cudaMalloc(&d_hits, NS * sizeof(u64)));
    CHECK(cudaMallocHost(&h_hits, NS * sizeof(u64)));
    for (int s = 0; s < NS; ++s) CHECK(cudaStreamCreate(&st[s]));

    for (int s = 0; s < NS; ++s) {
        CHECK(cudaMemsetAsync(d_hits + s, 0, sizeof(u64), st[s]));
        sample<<<blocks, threads, 0, st[s]>>>(17 + s, perThread, d_hits + s);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(h_hits + s, d_hits + s, sizeof(u64), cudaMemcpyDeviceToHost, st[s]));  // defect: not-synchronized
    }
    // the last stream was started last, so wait for that one
    CHECK(cudaStreamSynchronize(st[NS - 1]));

    u64 total = 0;
    for (int s = 0; s < NS; ++s) {
        total += h_hits[s];  // defect: not-synchronized
    }
    double n = (double)NS * blocks * threads * perThread;
    printf("pi ~ %.4f\n", 4.0 * (double)total / n);

    CHECK(cudaDeviceSynchronize());
    for (int s = 0; s < NS; ++s) CHECK(cudaStreamDestroy(st[s]));
    CHECK(cudaFree(d_hits));
    CHECK(cudaFreeHost(h_hits));
    return 0;
}
