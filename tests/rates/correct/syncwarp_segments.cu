// Warp-synchronous work in shared memory with __syncwarp; the last warp is half full.
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

const int T = 80;  // two full warps and sixteen lanes

// each warp makes the inclusive scan of its values and reverses it, alone
__global__ void warpScanReverse(const int* in, int* out, int n)
{
    __shared__ int s[T];
    int t = threadIdx.x;
    int lane = t & 31;
    int first = t - lane;
    int lanes = min(32, T - first);
    unsigned int mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1u;
    int i = blockIdx.x * T + t;

    s[t] = i < n ? in[i] : 0;
    __syncwarp(mask);
    for (int o = 1; o < lanes; o <<= 1) {
        int v = lane >= o ? s[t - o] : 0;
        __syncwarp(mask);
        s[t] += v;
        __syncwarp(mask);
    }
    int r = s[first + lanes - 1 - lane];  // written by another lane of this warp
    if (i < n) out[i] = r;

    // the slots are taken once more, for a sum
    __syncwarp(mask);
    s[t] = i < n ? r : 0;
    __syncwarp(mask);
    for (int o = lanes / 2; o > 0; o >>= 1) {
        if (lane < o) s[t] += s[t + o];  // lanes below o read slots that none of them writes
        __syncwarp(mask);
    }
    if (lane == 0 && i < n) atomicAdd(&out[n], s[t]);
}

int main()
{
    const int n = 9 * T + 21;
    const int blocks = (n + T - 1) / T;
    std::vector<int> h(n), r(n + 1);
    for (int i = 0; i < n; ++i) h[i] = (i * 3) % 8;

    int *d_in = nullptr, *d_out = nullptr;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_out, (n + 1) * sizeof(int)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_out + n, 0, sizeof(int)));

    warpScanReverse<<<blocks, T>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(r.data(), d_out, (n + 1) * sizeof(int), cudaMemcpyDeviceToHost));

    long sum = 0;
    int bad = 0;
    for (int i = 0; i < n; ++i) {
        int t = i % T, lane = t % 32, first = t - lane;
        int lanes = T - first < 32 ? T - first : 32;
        int want = 0;
        for (int k = 0; k <= lanes - 1 - lane; ++k) {
            int j = i - lane + k;
            want += j < n ? h[j] : 0;
        }
        if (r[i] != want) ++bad;
        sum += r[i];
    }
    std::printf("sum %ld device sum %d, %d wrong\n", sum, r[n], bad);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return bad == 0 && sum == r[n] ? 0 : 1;
}
