// Warp intrinsics with masks that fit: ballot compaction, half warps, a short last warp.
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

const unsigned int FULL = 0xffffffffu;

// keep the odd values; every lane takes part, those past the end keep nothing
__global__ void compactOdd(const int* in, int n, int* out, int* count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    int v = i < n ? in[i] : 0;
    unsigned int keep = __ballot_sync(FULL, (v & 1) != 0);
    int base = 0;
    if (lane == 0 && keep != 0) base = atomicAdd(count, __popc(keep));
    base = __shfl_sync(FULL, base, 0);
    if (v & 1) out[base + __popc(keep & ((1u << lane) - 1u))] = v;
}

// the lower half of each warp sums, the upper half takes the maximum
__global__ void halves(const int* in, int* out)
{
    int lane = threadIdx.x & 31;
    int v = in[blockIdx.x * 32 + lane];
    if (lane < 16) {
        for (int o = 8; o > 0; o >>= 1) v += __shfl_xor_sync(0x0000ffffu, v, o);
    } else {
        for (int o = 8; o > 0; o >>= 1) v = max(v, __shfl_xor_sync(0xffff0000u, v, o));
    }
    if ((lane & 15) == 0) out[blockIdx.x * 2 + lane / 16] = v;
}

// sum of each 32 values; the last warp has fewer lanes inside the branch
__global__ void sum32(const int* in, int n, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    unsigned int mask = __ballot_sync(FULL, i < n);
    if (i < n) {
        int v = in[i];
        int live = __popc(mask);
        for (int o = 16; o > 0; o >>= 1) {
            int other = __shfl_down_sync(mask, v, o);
            if (lane + o < live) v += other;  // an idle lane's value is dropped
        }
        if (lane == 0) out[i / 32] = v;
    }
}

int main()
{
    const int n = 32 * 20 + 7, threads = 96;
    const int blocks = (n + threads - 1) / threads, sums = (n + 31) / 32;
    std::vector<int> h(n), odd(n), half(40), sum(sums);
    long all = 0, oddSum = 0;
    for (int i = 0; i < n; ++i) {
        h[i] = (i * 17) % 64;
        all += h[i];
        if (h[i] & 1) oddSum += h[i];
    }

    int *d_in = nullptr, *d_odd = nullptr, *d_count = nullptr, *d_half = nullptr, *d_sum = nullptr;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_odd, n * sizeof(int)));
    CHECK(cudaMalloc(&d_count, sizeof(int)));
    CHECK(cudaMalloc(&d_half, 40 * sizeof(int)));
    CHECK(cudaMalloc(&d_sum, sums * sizeof(int)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_count, 0, sizeof(int)));

    compactOdd<<<blocks, threads>>>(d_in, n, d_odd, d_count);
    CHECK(cudaGetLastError());
    halves<<<20, 32>>>(d_in, d_half);
    CHECK(cudaGetLastError());
    sum32<<<blocks, threads>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());

    int count = 0;
    CHECK(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(odd.data(), d_odd, count * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(half.data(), d_half, 40 * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(sum.data(), d_sum, sums * sizeof(int), cudaMemcpyDeviceToHost));
    long gotOdd = 0, gotAll = 0, gotHalf = 0;
    for (int i = 0; i < count; ++i) gotOdd += odd[i];
    for (int v : sum) gotAll += v;
    for (int v : half) gotHalf += v;
    std::printf("odd %ld/%ld all %ld/%ld halves %ld\n", gotOdd, oddSum, gotAll, all, gotHalf);

    for (int* p : {d_in, d_odd, d_count, d_half, d_sum}) CHECK(cudaFree(p));
    return gotOdd == oddSum && gotAll == all ? 0 : 1;
}
