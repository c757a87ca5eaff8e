// Separable convolution; the two filters have different radii, in constant memory.
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

const int ROW_R = 2;
const int COL_R = 4;

__constant__ float c_row[2 * ROW_R + 1];
__constant__ float c_col[2 * COL_R + 1];

__global__ void convRows(const float* in, float* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float acc = 0.0f;
    for (int k = -ROW_R; k <= ROW_R; ++k) {
        int xx = min(max(x + k, 0), w - 1);
        acc += in[y * w + xx] * c_row[ROW_R + k];
    }
    out[y * w + x] = acc;
}

__global__ void convCols(const float* in, float* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float acc = 0.0f;
    for (int k = -COL_R; k <= COL_R; ++k) {
        int yy = min(max(y + k, 0), h - 1);
        acc += in[yy * w + x] * c_col[ROW_R + k];  // defect: out-of-bounds-variable
    }
    out[y * w + x] = acc;
}

int main()
{
    const int w = 61, h = 43;
    const size_t bytes = w * h * sizeof(float);
    std::vector<float> img(w * h), res(w * h);
    for (int i = 0; i < w * h; ++i) img[i] = float((i * 7) % 23);

    float row[2 * ROW_R + 1], col[2 * COL_R + 1];
    for (int k = 0; k < 2 * ROW_R + 1; ++k) row[k] = 1.0f / (2 * ROW_R + 1);
    for (int k = 0; k < 2 * COL_R + 1; ++k) col[k] = 1.0f / (2 * COL_R + 1);
    CHECK(cudaMemcpyToSymbol(c_row, row, sizeof(row)));
    CHECK(cudaMemcpyToSymbol(c_col, col, sizeof(col)));

    float *d_a = nullptr, *d_b = nullptr;
    CHECK(cudaMalloc(&d_a, bytes));
    CHECK(cudaMalloc(&d_b, bytes));
    CHECK(cudaMemcpy(d_a, img.data(), bytes, cudaMemcpyHostToDevice));

    dim3 block(16, 8);
    dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
    convRows<<<grid, block>>>(d_a, d_b, w, h);
    CHECK(cudaGetLastError());
    convCols<<<grid, block>>>(d_b, d_a, w, h);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(res.data(), d_a, bytes, cudaMemcpyDeviceToHost));
    double sum = 0.0;
    for (float v : res) sum += v;
    std::printf("mean %.4f\n", sum / (w * h));

    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    return 0;
}
