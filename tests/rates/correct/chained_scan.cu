// Scan in one pass: each block waits for its predecessor through a volatile flag.
// Blocks take their number from a counter, so a predecessor has always been started.
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

const int B = 128;

__global__ void chainedScan(const int* in, int* out, int n,
                            volatile int* prefix, volatile int* flag, unsigned int* counter)
{
    __shared__ int s[B];
    __shared__ unsigned int number;
    __shared__ int carry;
    int t = threadIdx.x;

    if (t == 0) number = atomicAdd(counter, 1u);
    __syncthreads();
    int bid = int(number);
    int i = bid * B + t;

    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int o = 1; o < B; o <<= 1) {
        int v = t >= o ? s[t - o] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }

    if (t == B - 1) {
        int before = 0;
        if (bid > 0) {
            while (flag[bid - 1] == 0) {
            }
            __threadfence();
            before = prefix[bid - 1];
        }
        prefix[bid] = before + s[t];
        __threadfence();  // the prefix is out before the flag
        flag[bid] = 1;
        carry = before;
    }
    __syncthreads();
    if (i < n) out[i] = s[t] + carry;
}

int main()
{
    const int n = 30 * B + 55;
    const int blocks = (n + B - 1) / B;
    std::vector<int> h(n), r(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 11) % 9 - 3;

    int *d_in = nullptr, *d_out = nullptr, *d_prefix = nullptr, *d_flag = nullptr;
    unsigned int* d_counter = nullptr;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMalloc(&d_prefix, blocks * sizeof(int)));  // read only after its flag
    CHECK(cudaMalloc(&d_flag, blocks * sizeof(int)));
    CHECK(cudaMalloc(&d_counter, sizeof(unsigned int)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_flag, 0, blocks * sizeof(int)));
    CHECK(cudaMemset(d_counter, 0, sizeof(unsigned int)));

    chainedScan<<<blocks, B>>>(d_in, d_out, n, d_prefix, d_flag, d_counter);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(r.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));

    int bad = 0, sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += h[i];
        if (r[i] != sum) ++bad;
    }
    std::printf("last %d, %d wrong\n", r[n - 1], bad);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_prefix));
    CHECK(cudaFree(d_flag));
    CHECK(cudaFree(d_counter));
    return bad ? 1 : 0;
}
