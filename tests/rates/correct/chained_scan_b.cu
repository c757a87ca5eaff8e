// Single-pass prefix sum: each block waits for its predecessor's running total. Block numbers
// are drawn from a ticket, so the predecessor has always started already.
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

constexpr int B = 128;

struct Link {
    int ready;
    int total;
};

__device__ unsigned int g_ticket;

__global__ void scan(const int* in, int* out, int n, Link* chain) {
    __shared__ int s[2][B];
    __shared__ int block, before;
    const int t = threadIdx.x;
    if (t == 0) block = (int)atomicAdd(&g_ticket, 1u);
    __syncthreads();
    const int i = block * B + t;

    int cur = 0;
    s[0][t] = i < n ? in[i] : 0;
    for (int d = 1; d < B; d *= 2) {
        __syncthreads();
        s[1 - cur][t] = t >= d ? s[cur][t] + s[cur][t - d] : s[cur][t];
        cur = 1 - cur;
    }
    __syncthreads();

    if (t == 0) {
        int prev = 0;
        if (block > 0) {
            while (atomicAdd(&chain[block - 1].ready, 0) == 0) {
            }
            __threadfence();
            prev = chain[block - 1].total;
        }
        chain[block].total = prev + s[cur][B - 1];
        __threadfence();
        atomicExch(&chain[block].ready, 1);
        before = prev;
    }
    __syncthreads();
    if (i < n) out[i] = before + s[cur][t];
}

int main() {
    const int n = 5555, blocks = (n + B - 1) / B;
    std::vector<int> h(n), r(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 13) % 17 - 5;
    int *d_in, *d_out;
    Link* d_chain;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMalloc(&d_chain, blocks * sizeof(Link)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    for (int rep = 0; rep < 2; ++rep) {
        const unsigned zero = 0;
        CHECK(cudaMemcpyToSymbol(g_ticket, &zero, sizeof(zero)));
        CHECK(cudaMemset(d_chain, 0, blocks * sizeof(Link)));
        scan<<<blocks, B>>>(d_in, d_out, n, d_chain);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(r.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
        int run = 0, bad = 0;
        for (int i = 0; i < n; ++i) {
            run += h[i];
            if (r[i] != run) ++bad;
        }
        printf("last %d, %d wrong\n", r[n - 1], bad);
    }
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_chain));
    return 0;
}
