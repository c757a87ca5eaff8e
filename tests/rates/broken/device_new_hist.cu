// Every thread keeps a private histogram of run-time size on the device heap.
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

__global__ void privateHist(const unsigned char* text, int n, int bins, int* hist, int* failed) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    const int threads = gridDim.x * blockDim.x;
    int* mine = new int[bins];
    if (mine == nullptr) {
        atomicAdd(failed, 1);
        return;
    }
    for (int i = tid; i < n; i += threads) {
        mine[text[i] % bins]++;  // defect: uninitialized-heap
    }
    for (int b = 0; b < bins; ++b) {
        int c = mine[b];  // defect: uninitialized-heap
        if (c != 0) atomicAdd(&hist[b], c);
    }
    delete[] mine;
}

int main() {
    const int n = 9000, bins = 20;
    std::vector<unsigned char> text(n);
    for (int i = 0; i < n; ++i) text[i] = (unsigned char)('a' + (i * i + 3 * i) % 26);

    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 8 << 20));
    unsigned char* d_text;
    int *d_hist, *d_failed;
    CHECK(cudaMalloc(&d_text, n));
    CHECK(cudaMalloc(&d_hist, bins * sizeof(int)));
    CHECK(cudaMalloc(&d_failed, sizeof(int)));
    CHECK(cudaMemcpy(d_text, text.data(), n, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_hist, 0, bins * sizeof(int)));
    CHECK(cudaMemset(d_failed, 0, sizeof(int)));

    privateHist<<<4, 64>>>(d_text, n, bins, d_hist, d_failed);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<int> hist(bins);
    int failed = 0;
    CHECK(cudaMemcpy(hist.data(), d_hist, bins * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&failed, d_failed, sizeof(int), cudaMemcpyDeviceToHost));
    int total = 0;
    for (int b = 0; b < bins; ++b) total += hist[b];
    printf("total %d of %d, %d threads without memory\n", total, n, failed);
    CHECK(cudaFree(d_text));
    CHECK(cudaFree(d_hist));
    CHECK(cudaFree(d_failed));
    return 0;
}
