// More than 48 KiB of dynamic shared memory (opted in), carved into bytes, doubles and a float
// tile with round-up; after a barrier the tile's bytes serve as a histogram.
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

constexpr int THREADS = 128, BINS = 64;

__host__ __device__ inline size_t roundUp(size_t n, size_t a) { return (n + a - 1) / a * a; }

__host__ __device__ inline size_t sharedBytes(int classes, int tile) {
    return roundUp(classes, sizeof(double)) + THREADS * sizeof(double) + tile * sizeof(float);
}

__global__ void analyse(const float* x, int n, int tile, int classes, double* mean, int* used,
                        unsigned* hist) {
    extern __shared__ double raw[];
    unsigned char* seen = reinterpret_cast<unsigned char*>(raw);
    double* acc = reinterpret_cast<double*>(seen + roundUp(classes, sizeof(double)));
    float* vals = reinterpret_cast<float*>(acc + THREADS);
    const int t = threadIdx.x, off = blockIdx.x * tile, len = min(tile, n - off);

    for (int c = t; c < classes; c += THREADS) seen[c] = 0;
    double s = 0.0;
    for (int i = t; i < len; i += THREADS) {
        vals[i] = x[off + i];
        s += vals[i];
    }
    acc[t] = s;
    __syncthreads();
    for (int k = THREADS / 2; k > 0; k >>= 1) {
        if (t < k) acc[t] += acc[t + k];
        __syncthreads();
    }
    const float m = (float)(acc[0] / len);

    // Thread c looks after class c alone, so no two threads write one flag.
    for (int c = t; c < classes; c += THREADS)
        for (int i = c; i < len && !seen[c]; i += classes) seen[c] = vals[i] > 1.5f * m;
    int mine = 0;
    for (int c = t; c < classes; c += THREADS) mine += seen[c];
    if (mine) atomicAdd(&used[blockIdx.x], mine);
    if (t == 0) mean[blockIdx.x] = m;

    __syncthreads();  // vals is not needed any more
    unsigned* bins = reinterpret_cast<unsigned*>(vals);
    if (t < BINS) bins[t] = 0u;
    __syncthreads();
    for (int i = t; i < len; i += THREADS) atomicAdd(&bins[(unsigned)x[off + i] % BINS], 1u);
    __syncthreads();
    if (t < BINS) atomicAdd(&hist[t], bins[t]);
}

int main() {
    const int tile = 13000, n = 2 * tile - 999, classes = 37, blocks = 2;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = (float)((i * 31) % 97);
    float* dx;
    double* dmean;
    int* dused;
    unsigned* dhist;
    CHECK(cudaMalloc(&dx, n * sizeof(float)));
    CHECK(cudaMalloc(&dmean, blocks * sizeof(double)));
    CHECK(cudaMalloc(&dused, blocks * sizeof(int)));
    CHECK(cudaMalloc(&dhist, BINS * sizeof(unsigned)));
    CHECK(cudaMemcpy(dx, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(dused, 0, blocks * sizeof(int)));
    CHECK(cudaMemset(dhist, 0, BINS * sizeof(unsigned)));

    const size_t bytes = sharedBytes(classes, tile);
    CHECK(cudaFuncSetAttribute(analyse, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    analyse<<<blocks, THREADS, bytes>>>(dx, n, tile, classes, dmean, dused, dhist);
    CHECK(cudaGetLastError());
    double mean[blocks];
    int used[blocks];
    unsigned hist[BINS], total = 0;
    CHECK(cudaMemcpy(mean, dmean, sizeof(mean), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(used, dused, sizeof(used), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(hist, dhist, sizeof(hist), cudaMemcpyDeviceToHost));
    for (unsigned v : hist) total += v;
    printf("means %.3f %.3f, classes %d %d, total %u\n", mean[0], mean[1], used[0], used[1], total);
    CHECK(cudaFree(dx));
    CHECK(cudaFree(dmean));
    CHECK(cudaFree(dused));
    CHECK(cudaFree(dhist));
    return 0;
}
