// Single-launch reduction: the last block to finish adds the partial sums.
// The ticket wraps to zero by itself, so the kernel can be launched again.
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

const int BLOCK = 128;

__device__ unsigned int d_ticket = 0;

__device__ int blockReduce(int v, int* s)
{
    int tid = threadIdx.x;
    s[tid] = v;
    __syncthreads();
    for (int o = BLOCK / 2; o > 0; o >>= 1) {
        if (tid < o) s[tid] += s[tid + o];
        __syncthreads();
    }
    int r = s[0];
    __syncthreads();  // s may be written again after the return
    return r;
}

__global__ void sumOnce(const int* in, volatile int* partial, int* out, int n)
{
    __shared__ int s[BLOCK];
    __shared__ bool amLast;
    int i = blockIdx.x * BLOCK + threadIdx.x;

    int r = blockReduce(i < n ? in[i] : 0, s);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = r;
        __threadfence();
        unsigned int t = atomicInc(&d_ticket, gridDim.x - 1);
        __threadfence();
        amLast = (t == gridDim.x - 1);
    }
    __syncthreads();

    if (amLast) {  // the same for the whole block
        int v = 0;
        for (unsigned int b = threadIdx.x; b < gridDim.x; b += BLOCK) v += partial[b];
        int total = blockReduce(v, s);
        if (threadIdx.x == 0) *out = total;
    }
}

int main()
{
    const int n = 5003;
    const int blocks = (n + BLOCK - 1) / BLOCK;
    std::vector<int> h(n);
    int want = 0;
    for (int i = 0; i < n; ++i) {
        h[i] = (i * 29) % 101;
        want += h[i];
    }

    int *d_in = nullptr, *d_partial = nullptr, *d_out = nullptr;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_partial, blocks * sizeof(int)));
    CHECK(cudaMalloc(&d_out, 2 * sizeof(int)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    for (int round = 0; round < 2; ++round) {
        sumOnce<<<blocks, BLOCK>>>(d_in, d_partial, d_out + round, n);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());

    int got[2] = {0, 0};
    CHECK(cudaMemcpy(got, d_out, sizeof(got), cudaMemcpyDeviceToHost));
    std::printf("%d %d expected %d\n", got[0], got[1], want);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_partial));
    CHECK(cudaFree(d_out));
    return got[0] == want && got[1] == want ? 0 : 1;
}
