// Min/max/sum in one launch: the last block to arrive finishes; its ticket wraps to zero
// by atomicInc so that the kernel may simply be launched again.
#include <climits>
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

constexpr int BLOCK = 128;

struct Stats {
    int lo, hi;
    long long sum;
};

__device__ unsigned int g_ticket;

__device__ Stats merge(Stats a, Stats b) {
    return Stats{min(a.lo, b.lo), max(a.hi, b.hi), a.sum + b.sum};
}

__global__ void stats(const int* in, int n, Stats* partial, Stats* result) {
    __shared__ Stats s[BLOCK];
    __shared__ int last;
    Stats v{INT_MAX, INT_MIN, 0};
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        v = merge(v, Stats{in[i], in[i], in[i]});
    s[threadIdx.x] = v;
    for (int k = BLOCK / 2; k > 0; k >>= 1) {
        __syncthreads();
        if (threadIdx.x < k) s[threadIdx.x] = merge(s[threadIdx.x], s[threadIdx.x + k]);
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&g_ticket, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last) return;

    v = Stats{INT_MAX, INT_MIN, 0};
    for (int b = threadIdx.x; b < (int)gridDim.x; b += BLOCK) v = merge(v, partial[b]);
    s[threadIdx.x] = v;
    for (int k = BLOCK / 2; k > 0; k >>= 1) {
        __syncthreads();
        if (threadIdx.x < k) s[threadIdx.x] = merge(s[threadIdx.x], s[threadIdx.x + k]);
    }
    if (threadIdx.x == 0) *result = s[0];
}

int main() {
    const int n = 15001, blocks = 17;
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 7919) % 20011 - 10000;
    int* d_in;
    Stats *d_partial, *d_result;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_partial, blocks * sizeof(Stats)));
    CHECK(cudaMalloc(&d_result, sizeof(Stats)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    for (int rep = 0; rep < 3; ++rep) {
        stats<<<blocks - rep, BLOCK>>>(d_in, n - rep, d_partial, d_result);
        CHECK(cudaGetLastError());
        Stats r;
        CHECK(cudaMemcpy(&r, d_result, sizeof(r), cudaMemcpyDeviceToHost));
        printf("min %d max %d sum %lld\n", r.lo, r.hi, r.sum);
    }
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_partial));
    CHECK(cudaFree(d_result));
    return 0;
}
