// 3x3 box blur of an image with a halo of one pixel in shared memory.
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

const int T = 16;

__device__ float fetch(const float* img, int w, int h, int x, int y)
{
    x = min(max(x, 0), w - 1);
    y = min(max(y, 0), h - 1);
    return img[y * w + x];
}

__global__ void boxBlur(const float* in, float* out, int w, int h)
{
    __shared__ float tile[T + 2][T + 2];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * T + tx;
    int y = blockIdx.y * T + ty;

    tile[ty + 1][tx + 1] = fetch(in, w, h, x, y);
    if (tx == 0) tile[ty + 1][0] = fetch(in, w, h, x - 1, y);
    if (tx == T - 1) tile[ty + 1][T + 1] = fetch(in, w, h, x + 1, y);
    if (ty == 0) tile[0][tx + 1] = fetch(in, w, h, x, y - 1);
    if (ty == T - 1) tile[T + 1][tx + 1] = fetch(in, w, h, x, y + 1);
    __syncthreads();

    if (x < w && y < h) {
        float acc = 0.0f;
        for (int dy = 0; dy < 3; ++dy)
            for (int dx = 0; dx < 3; ++dx)
                acc += tile[ty + dy][tx + dx];  // defect: uninitialized-shared
        out[y * w + x] = acc / 9.0f;
    }
}

int main()
{
    const int w = 50, h = 37;
    std::vector<float> img(w * h), res(w * h);
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) img[y * w + x] = float((x * 3 + y * 5) % 17);

    float *d_in = nullptr, *d_out = nullptr;
    CHECK(cudaMalloc(&d_in, w * h * sizeof(float)));
    CHECK(cudaMalloc(&d_out, w * h * sizeof(float)));
    CHECK(cudaMemcpy(d_in, img.data(), w * h * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(T, T);
    dim3 grid((w + T - 1) / T, (h + T - 1) / T);
    boxBlur<<<grid, block>>>(d_in, d_out, w, h);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(res.data(), d_out, w * h * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0.0;
    for (float v : res) sum += v;
    std::printf("mean %.4f\n", sum / (w * h));

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return 0;
}
