// Stream compaction with one atomic per warp, grid-stride loop.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t e_ = (call);                                                        \
        if (e_ != cudaSuccess) {                                                        \
            fprintf(stderr, "%s (%s:%d)\n", cudaGetErrorString(e_), __FILE__, __LINE__); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

#define FULL_MASK 0xffffffffu

__global__ void compact(const int* in, int n, int limit, int* out, int* count, int* maxPerBlock) {
    __shared__ int s_max;
    if (threadIdx.x == 0) s_max = 0;
    __syncthreads();

    const int lane = threadIdx.x & 31;
    const int stride = gridDim.x * blockDim.x;
    int best = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int v = in[i];
        bool keep = v > limit;
        unsigned vote = __ballot_sync(FULL_MASK, keep);  // defect: warp-mask
        int base = 0;
        if (lane == 0) base = atomicAdd(count, __popc(vote));
        base = __shfl_sync(FULL_MASK, base, 0);  // defect: warp-mask
        if (keep) {
            int rank = __popc(vote & ((1u << lane) - 1u));
            out[base + rank] = v;
            best = max(best, v);
        }
    }
    atomicMax(&s_max, best);
    __syncthreads();
    if (threadIdx.x == 0) maxPerBlock[blockIdx.x] = s_max;
}

int main() {
    const int n = 10007, blocks = 8, threads = 128, limit = 600;
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = (int)((i * 2654435761u) >> 20) % 1000;

    int *d_in, *d_out, *d_count, *d_max;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMalloc(&d_count, sizeof(int)));
    CHECK(cudaMalloc(&d_max, blocks * sizeof(int)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_count, 0, sizeof(int)));

    compact<<<blocks, threads>>>(d_in, n, limit, d_out, d_count, d_max);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    int kept = 0;
    std::vector<int> mx(blocks);
    CHECK(cudaMemcpy(&kept, d_count, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(mx.data(), d_max, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    std::vector<int> res(kept);
    if (kept > 0)
        CHECK(cudaMemcpy(res.data(), d_out, kept * sizeof(int), cudaMemcpyDeviceToHost));
    long long sum = 0;
    for (int v : res) sum += v;
    int top = 0;
    for (int v : mx) top = v > top ? v : top;
    printf("kept %d, sum %lld, max %d\n", kept, sum, top);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_count));
    CHECK(cudaFree(d_max));
    return 0;
}
