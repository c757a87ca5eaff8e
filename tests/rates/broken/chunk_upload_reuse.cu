// Overlap of upload and compute: one copy stream, one compute stream, two staging buffers.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                             \
    do {                                                                        \
        cudaError_t e = (call);                                                 \
        if (e != cudaSuccess) {                                                 \
            fprintf(stderr, "CUDA error %s (line %d)\n", cudaGetErrorString(e), \
                    __LINE__);                                                  \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

constexpr int CHUNK = 2048;
constexpr int CHUNKS = 6;

__global__ void transform(const float* stage, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = stage[i];  // defect: race-streams
        for (int k = 0; k < 8; ++k) v = v * 0.5f + 1.0f;
        out[i] = v;
    }
}

int main() {
    const int n = CHUNK * CHUNKS;
    float *h_in, *h_out;
    CHECK(cudaMallocHost(&h_in, n * sizeof(float)));
    CHECK(cudaMallocHost(&h_out, n * sizeof(float)));
    for (int i = 0; i < n; ++i) h_in[i] = (float)(i % 100);

    float* d_stage[2];
    float* d_out;
    for (int b = 0; b < 2; ++b) CHECK(cudaMalloc(&d_stage[b], CHUNK * sizeof(float)));
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));

    cudaStream_t copy, compute;
    CHECK(cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
    cudaEvent_t uploaded[2];
    for (int b = 0; b < 2; ++b)
        CHECK(cudaEventCreateWithFlags(&uploaded[b], cudaEventDisableTiming));

    for (int c = 0; c < CHUNKS; ++c) {
        int b = c & 1;
        const float* src = h_in + c * CHUNK;
        CHECK(cudaMemcpyAsync(d_stage[b], src, CHUNK * sizeof(float), cudaMemcpyHostToDevice, copy));  // defect: race-streams
        CHECK(cudaEventRecord(uploaded[b], copy));
        CHECK(cudaStreamWaitEvent(compute, uploaded[b], 0));
        transform<<<CHUNK / 256, 256, 0, compute>>>(d_stage[b], d_out + c * CHUNK, CHUNK);  // defect: race-streams
        CHECK(cudaGetLastError());
    }
    CHECK(cudaMemcpyAsync(h_out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost, compute));
    CHECK(cudaStreamSynchronize(compute));
    CHECK(cudaStreamSynchronize(copy));

    double sum = 0;
    for (int i = 0; i < n; ++i) sum += h_out[i];
    printf("sum = %.3f\n", sum);

    for (int b = 0; b < 2; ++b) {
        CHECK(cudaEventDestroy(uploaded[b]));
        CHECK(cudaFree(d_stage[b]));
    }
    CHECK(cudaStreamDestroy(copy));
    CHECK(cudaStreamDestroy(compute));
    CHECK(cudaFree(d_out));
    CHECK(cudaFreeHost(h_in));
    CHECK(cudaFreeHost(h_out));
    return 0;
}
