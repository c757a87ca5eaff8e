// One raw piece of shared memory serves three phases with three types.
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

const int T = 128;
const int BINS = 64;

__global__ void describe(const unsigned char* in, int n, int* mode, float* mean, unsigned char* lastSeen)
{
    __shared__ __align__(16) unsigned char raw[T * sizeof(float)];
    int t = threadIdx.x;
    int i = blockIdx.x * T + t;
    bool live = i < n;

    // phase 1: a histogram; only half of the threads own a bin
    int* bins = reinterpret_cast<int*>(raw);
    if (t < BINS) bins[t] = 0;
    __syncthreads();
    if (live) atomicAdd(&bins[in[i]], 1);
    __syncthreads();
    if (t == 0) {
        int best = 0;
        for (int b = 1; b < BINS; ++b)
            if (bins[b] > bins[best]) best = b;
        mode[blockIdx.x] = best;
    }
    __syncthreads();

    // phase 2: the same bytes as floats
    float* f = reinterpret_cast<float*>(raw);
    f[t] = live ? float(in[i]) : 0.0f;
    __syncthreads();
    for (int o = T / 2; o > 0; o >>= 1) {
        if (t < o) f[t] += f[t + o];
        __syncthreads();
    }
    int count = min(T, n - int(blockIdx.x) * T);
    float m = f[0] / float(count);
    __syncthreads();  // all have read f[0]

    // phase 3: the same bytes as bytes, reversed within the block
    if (live) raw[count - 1 - t] = in[i];
    __syncthreads();
    if (live) lastSeen[i] = raw[t];
    if (t == 0) mean[blockIdx.x] = m;
}

int main()
{
    const int n = 1333, blocks = (n + T - 1) / T;
    std::vector<unsigned char> h(n), rev(n);
    for (int i = 0; i < n; ++i) h[i] = (unsigned char)((i * i + 7 * i) % BINS);

    unsigned char *d_in = nullptr, *d_rev = nullptr;
    int* d_mode = nullptr;
    float* d_mean = nullptr;
    CHECK(cudaMalloc(&d_in, n));
    CHECK(cudaMalloc(&d_rev, n));
    CHECK(cudaMalloc(&d_mode, blocks * sizeof(int)));
    CHECK(cudaMalloc(&d_mean, blocks * sizeof(float)));
    CHECK(cudaMemcpy(d_in, h.data(), n, cudaMemcpyHostToDevice));

    describe<<<blocks, T>>>(d_in, n, d_mode, d_mean, d_rev);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<int> mode(blocks);
    std::vector<float> mean(blocks);
    CHECK(cudaMemcpy(mode.data(), d_mode, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(mean.data(), d_mean, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(rev.data(), d_rev, n, cudaMemcpyDeviceToHost));
    int bad = 0, modes = 0;
    double means = 0.0;
    for (int i = 0; i < n; ++i) {
        int b = i / T, count = n - b * T < T ? n - b * T : T;
        if (rev[i] != h[b * T + count - 1 - i % T]) ++bad;
    }
    for (int m : mode) modes += m;
    for (float m : mean) means += m;
    std::printf("modes %d means %.3f, %d wrong\n", modes, means, bad);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_rev));
    CHECK(cudaFree(d_mode));
    CHECK(cudaFree(d_mean));
    return bad ? 1 : 0;
}
