// Upload, compute and download overlap in three streams; reused staging buffers are ordered
// by events only, and the host adds up each chunk as soon as its own event is ready.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

constexpr int CHUNK = 1024, N = 6500, CHUNKS = (N + CHUNK - 1) / CHUNK;

__global__ void work(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * 2 + in[n - 1 - i];
}

int main() {
    int *hIn, *hOut, *dIn[2], *dOut[2];
    CHECK(cudaHostAlloc(&hIn, N * sizeof(int), cudaHostAllocWriteCombined));
    CHECK(cudaMallocHost(&hOut, N * sizeof(int)));
    for (int i = 0; i < N; ++i) hIn[i] = i % 77;

    cudaStream_t up, run, down;
    CHECK(cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&run, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking));
    cudaEvent_t uploaded[2], computed[2], fetched[CHUNKS];
    for (int b = 0; b < 2; ++b) {
        CHECK(cudaMalloc(&dIn[b], CHUNK * sizeof(int)));
        CHECK(cudaMalloc(&dOut[b], CHUNK * sizeof(int)));
        CHECK(cudaEventCreateWithFlags(&uploaded[b], cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&computed[b], cudaEventDisableTiming));
    }
    for (int c = 0; c < CHUNKS; ++c)
        CHECK(cudaEventCreateWithFlags(&fetched[c], cudaEventDisableTiming));

    for (int c = 0; c < CHUNKS; ++c) {
        const int b = c % 2, off = c * CHUNK, len = std::min(CHUNK, N - off);
        // For c < 2 computed[b] was never recorded: waiting for it is a no-op.
        CHECK(cudaStreamWaitEvent(up, computed[b], 0));
        CHECK(cudaMemcpyAsync(dIn[b], hIn + off, len * sizeof(int), cudaMemcpyHostToDevice, up));
        CHECK(cudaEventRecord(uploaded[b], up));
        CHECK(cudaStreamWaitEvent(run, uploaded[b], 0));
        if (c >= 2) CHECK(cudaStreamWaitEvent(run, fetched[c - 2], 0));
        work<<<(len + 127) / 128, 128, 0, run>>>(dIn[b], dOut[b], len);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(computed[b], run));
        CHECK(cudaStreamWaitEvent(down, computed[b], 0));
        CHECK(cudaMemcpyAsync(hOut + off, dOut[b], len * sizeof(int), cudaMemcpyDeviceToHost, down));
        CHECK(cudaEventRecord(fetched[c], down));
    }
    // Streams may be destroyed with work pending; it is still completed.
    CHECK(cudaStreamDestroy(up));
    CHECK(cudaStreamDestroy(run));
    CHECK(cudaStreamDestroy(down));

    long long sum = 0;
    for (int c = 0; c < CHUNKS; ++c) {
        cudaError_t q;
        while ((q = cudaEventQuery(fetched[c])) == cudaErrorNotReady) {
        }
        CHECK(q);
        for (int i = c * CHUNK; i < std::min(N, (c + 1) * CHUNK); ++i) sum += hOut[i];
    }
    (void)cudaGetLastError();  // forget "not ready"
    printf("sum %lld\n", sum);
    for (int c = 0; c < CHUNKS; ++c) CHECK(cudaEventDestroy(fetched[c]));
    for (int b = 0; b < 2; ++b) {
        CHECK(cudaEventDestroy(uploaded[b]));
        CHECK(cudaEventDestroy(computed[b]));
        CHECK(cudaFree(dIn[b]));
        CHECK(cudaFree(dOut[b]));
    }
    CHECK(cudaFreeHost(hIn));
    CHECK(cudaFreeHost(hOut));
    return 0;
}
