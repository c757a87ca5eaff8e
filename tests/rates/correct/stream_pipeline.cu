// Upload, work and download in three streams with two buffers and reused events.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                          \
    do {                                                                     \
        cudaError_t e_ = (call);                                             \
        if (e_ != cudaSuccess) {                                             \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_));  \
            std::exit(1);                                                    \
        }                                                                    \
    } while (0)

__global__ void polish(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i] + 1.0f;
}

int main()
{
    const int chunks = 7, len = 500;
    const size_t bytes = len * sizeof(float);
    float *h_in = nullptr, *h_out = nullptr;
    CHECK(cudaMallocHost(&h_in, chunks * bytes));
    CHECK(cudaMallocHost(&h_out, chunks * bytes));
    for (int i = 0; i < chunks * len; ++i) h_in[i] = float(i % 31);

    float *d_in[2], *d_out[2];
    cudaEvent_t loaded[2], done[2], drained[2];
    for (int b = 0; b < 2; ++b) {
        CHECK(cudaMalloc(&d_in[b], bytes));
        CHECK(cudaMalloc(&d_out[b], bytes));
        CHECK(cudaEventCreateWithFlags(&loaded[b], cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&done[b], cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&drained[b], cudaEventDisableTiming));
    }
    cudaStream_t up, work, down;
    CHECK(cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking));

    CHECK(cudaMemcpyAsync(d_in[0], h_in, bytes, cudaMemcpyHostToDevice, up));
    CHECK(cudaEventRecord(loaded[0], up));
    for (int c = 0; c < chunks; ++c) {
        int b = c & 1, o = b ^ 1;
        if (c + 1 < chunks) {
            // the other input is free once the kernel of chunk c-1 has read it;
            // an event never recorded lets the stream go on at once
            CHECK(cudaStreamWaitEvent(up, done[o], 0));
            CHECK(cudaMemcpyAsync(d_in[o], h_in + (c + 1) * len, bytes, cudaMemcpyHostToDevice, up));
            CHECK(cudaEventRecord(loaded[o], up));
        }
        CHECK(cudaStreamWaitEvent(work, loaded[b], 0));
        CHECK(cudaStreamWaitEvent(work, drained[b], 0));  // d_out[b] was read two rounds ago
        polish<<<(len + 127) / 128, 128, 0, work>>>(d_in[b], d_out[b], len);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(done[b], work));

        CHECK(cudaStreamWaitEvent(down, done[b], 0));
        CHECK(cudaMemcpyAsync(h_out + c * len, d_out[b], bytes, cudaMemcpyDeviceToHost, down));
        CHECK(cudaEventRecord(drained[b], down));
    }
    CHECK(cudaStreamSynchronize(down));  // everything else comes before its last copy

    int bad = 0;
    double sum = 0.0;
    for (int i = 0; i < chunks * len; ++i) {
        sum += h_out[i];
        if (h_out[i] != h_in[i] * h_in[i] + 1.0f) ++bad;
    }
    std::printf("sum %.1f, %d wrong\n", sum, bad);

    for (int b = 0; b < 2; ++b) {
        CHECK(cudaFree(d_in[b]));
        CHECK(cudaFree(d_out[b]));
        CHECK(cudaEventDestroy(loaded[b]));
        CHECK(cudaEventDestroy(done[b]));
        CHECK(cudaEventDestroy(drained[b]));
    }
    CHECK(cudaStreamDestroy(up));
    CHECK(cudaStreamDestroy(work));
    CHECK(cudaStreamDestroy(down));
    CHECK(cudaFreeHost(h_in));
    CHECK(cudaFreeHost(h_out));
    return bad ? 1 : 0;
}
