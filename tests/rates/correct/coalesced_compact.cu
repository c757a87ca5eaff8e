// Warp-aggregated compaction with coalesced groups in divergent code, and a warp sum over
// a partial warp whose mask was voted on while all lanes were still together.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

__device__ int takeSlot(int* counter) {
    cg::coalesced_group g = cg::coalesced_threads();
    int base = 0;
    if (g.thread_rank() == 0) base = atomicAdd(counter, (int)g.size());
    return g.shfl(base, 0) + (int)g.thread_rank();
}

__global__ void split(const int* in, int n, int* odd, int* even, int* counters, int* warpSums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    const unsigned active = __ballot_sync(0xffffffffu, i < n);
    if (i < n) {
        int v = in[i];
        if (v & 1) {
            odd[takeSlot(&counters[0])] = v;
        } else {
            even[takeSlot(&counters[1])] = v;
        }
        __syncwarp(active);
        int sum = v;
        for (int o = 16; o > 0; o >>= 1) {
            int t = __shfl_down_sync(active, sum, o);
            if (lane + o < 32 && ((active >> (lane + o)) & 1u)) sum += t;
        }
        if (lane == 0) warpSums[i / 32] = sum;
    }
}

int main() {
    const int n = 5003, warps = (n + 31) / 32;
    std::vector<int> h(n);
    long long expect = 0;
    for (int i = 0; i < n; ++i) {
        h[i] = (i * 17 + i / 3) % 1000;
        expect += h[i];
    }
    int *d_in, *d_odd, *d_even, *d_cnt, *d_ws;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_odd, n * sizeof(int)));
    CHECK(cudaMalloc(&d_even, n * sizeof(int)));
    CHECK(cudaMalloc(&d_cnt, 2 * sizeof(int)));
    CHECK(cudaMalloc(&d_ws, warps * sizeof(int)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_cnt, 0, 2 * sizeof(int)));
    split<<<(n + 95) / 96, 96>>>(d_in, n, d_odd, d_even, d_cnt, d_ws);
    CHECK(cudaGetLastError());

    int cnt[2];
    std::vector<int> ws(warps), out(n);
    CHECK(cudaMemcpy(cnt, d_cnt, sizeof(cnt), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(ws.data(), d_ws, warps * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(out.data(), d_odd, cnt[0] * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(out.data() + cnt[0], d_even, cnt[1] * sizeof(int), cudaMemcpyDeviceToHost));
    long long a = 0, b = 0;
    for (int v : out) a += v;
    for (int v : ws) b += v;
    printf("%d odd, %d even, sums %s\n", cnt[0], cnt[1], a == expect && b == expect ? "ok" : "WRONG");
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_odd));
    CHECK(cudaFree(d_even));
    CHECK(cudaFree(d_cnt));
    CHECK(cudaFree(d_ws));
    return 0;
}
