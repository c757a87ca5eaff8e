// Two filter passes in two streams, ordered by an event.
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

__global__ void smoothRows(const float* in, float* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    if (x >= w) return;
    float l = in[y * w + max(x - 1, 0)];
    float r = in[y * w + min(x + 1, w - 1)];
    out[y * w + x] = 0.25f * l + 0.5f * in[y * w + x] + 0.25f * r;  // defect: race-streams
}

__global__ void smoothCols(const float* in, float* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    if (x >= w) return;
    float u = in[max(y - 1, 0) * w + x];  // defect: race-streams
    float m = in[y * w + x];  // defect: race-streams
    float d = in[min(y + 1, h - 1) * w + x];  // defect: race-streams
    out[y * w + x] = 0.25f * u + 0.5f * m + 0.25f * d;
}

int main()
{
    const int w = 75, h = 31;
    const size_t bytes = w * h * sizeof(float);
    float* h_img = nullptr;
    CHECK(cudaMallocHost(&h_img, bytes));
    for (int i = 0; i < w * h; ++i) h_img[i] = float((i * 11) % 29);

    float *d_in = nullptr, *d_tmp = nullptr, *d_out = nullptr;
    CHECK(cudaMalloc(&d_in, bytes));
    CHECK(cudaMalloc(&d_tmp, bytes));
    CHECK(cudaMalloc(&d_out, bytes));
    CHECK(cudaMemset(d_tmp, 0, bytes));
    CHECK(cudaDeviceSynchronize());

    cudaStream_t s1, s2;
    cudaEvent_t rowsDone;
    CHECK(cudaStreamCreate(&s1));
    CHECK(cudaStreamCreate(&s2));
    CHECK(cudaEventCreateWithFlags(&rowsDone, cudaEventDisableTiming));

    dim3 block(32), grid((w + 31) / 32, h);
    CHECK(cudaMemcpyAsync(d_in, h_img, bytes, cudaMemcpyHostToDevice, s1));
    CHECK(cudaEventRecord(rowsDone, s1));  // defect: race-streams
    smoothRows<<<grid, block, 0, s1>>>(d_in, d_tmp, w, h);  // defect: race-streams
    CHECK(cudaGetLastError());

    CHECK(cudaStreamWaitEvent(s2, rowsDone, 0));
    smoothCols<<<grid, block, 0, s2>>>(d_tmp, d_out, w, h);  // defect: race-streams
    CHECK(cudaGetLastError());

    CHECK(cudaStreamSynchronize(s1));
    CHECK(cudaStreamSynchronize(s2));
    CHECK(cudaMemcpy(h_img, d_out, bytes, cudaMemcpyDeviceToHost));
    double sum = 0.0;
    for (int i = 0; i < w * h; ++i) sum += h_img[i];
    std::printf("mean %.4f\n", sum / (w * h));

    CHECK(cudaEventDestroy(rowsDone));
    CHECK(cudaStreamDestroy(s1));
    CHECK(cudaStreamDestroy(s2));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_tmp));
    CHECK(cudaFree(d_out));
    CHECK(cudaFreeHost(h_img));
    return 0;
}
