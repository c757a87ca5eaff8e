// Histogram of bytes: a private copy per block, merged at the end.
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

const int BINS = 256;

__global__ void byteHistogram(const unsigned char* text, int n, unsigned int* hist)
{
    __shared__ unsigned int mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) mine[b] = 0;
    __syncthreads();

    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&mine[text[i]], 1u);
    __syncthreads();

    // every bin has its own thread here
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        if (mine[b] > 0) hist[b] += mine[b];  // defect: lost-update|race-global
    }
}

int main()
{
    const int n = 20011, blocks = 7, threads = 96;
    std::vector<unsigned char> text(n);
    for (int i = 0; i < n; ++i) text[i] = (unsigned char)('a' + (i * i + 3 * i) % 26);

    unsigned char* d_text = nullptr;
    unsigned int* d_hist = nullptr;
    CHECK(cudaMalloc(&d_text, n));
    CHECK(cudaMalloc(&d_hist, BINS * sizeof(unsigned int)));
    CHECK(cudaMemcpy(d_text, text.data(), n, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_hist, 0, BINS * sizeof(unsigned int)));

    byteHistogram<<<blocks, threads>>>(d_text, n, d_hist);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<unsigned int> hist(BINS);
    CHECK(cudaMemcpy(hist.data(), d_hist, BINS * sizeof(unsigned int), cudaMemcpyDeviceToHost));
    unsigned int total = 0;
    for (unsigned int c : hist) total += c;
    std::printf("%u bytes counted of %d\n", total, n);

    CHECK(cudaFree(d_text));
    CHECK(cudaFree(d_hist));
    return 0;
}
