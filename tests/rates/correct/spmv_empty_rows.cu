// CSR product, a warp per row, with empty rows (the last one too) and an empty matrix.
#include <cstdio>
#include <cstdlib>
#include <cmath>
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

__global__ void spmv(const int* ptr, const int* col, const float* val, const float* x, float* y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x & 31;
    if (row >= rows) return;  // a whole warp leaves

    int begin = ptr[row];
    const float* v = val + begin;  // may be one past the end for an empty row
    const int* c = col + begin;
    int len = ptr[row + 1] - begin;
    float sum = 0.0f;
    for (int k = lane; k < len; k += 32) sum += v[k] * x[c[k]];
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (lane == 0) y[row] = sum;
}

static double multiply(const std::vector<int>& ptr, const std::vector<int>& col,
                       const std::vector<float>& val, const float* d_x, int nnz)
{
    int rows = int(ptr.size()) - 1;
    int *d_ptr = nullptr, *d_col = nullptr;
    float *d_val = nullptr, *d_y = nullptr;
    CHECK(cudaMalloc(&d_ptr, ptr.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_col, col.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_val, val.size() * sizeof(float)));
    if (rows > 0) CHECK(cudaMalloc(&d_y, rows * sizeof(float)));
    CHECK(cudaMemcpy(d_ptr, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice));
    // only nnz of them are used; that may be none
    CHECK(cudaMemcpy(d_col, col.data(), nnz * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_val, val.data(), nnz * sizeof(float), cudaMemcpyHostToDevice));

    double total = 0.0;
    if (rows > 0) {
        const int threads = 128;
        spmv<<<(rows * 32 + threads - 1) / threads, threads>>>(d_ptr, d_col, d_val, d_x, d_y, rows);
        CHECK(cudaGetLastError());
        std::vector<float> y(rows);
        CHECK(cudaMemcpy(y.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost));
        for (float v : y) total += v;
    }
    CHECK(cudaFree(d_ptr));
    CHECK(cudaFree(d_col));
    CHECK(cudaFree(d_val));
    CHECK(cudaFree(d_y));  // null where there are no rows
    return total;
}

int main()
{
    const int n = 45;
    std::vector<float> x(n, 2.0f), val;
    std::vector<int> ptr(1, 0), col;
    for (int r = 0; r < n; ++r) {
        int len = r % 3 == 2 ? 0 : r;  // rows 2, 5, ..., 44 are empty
        for (int k = 0; k < len; ++k) {
            col.push_back((r + k) % n);
            val.push_back(0.5f);
        }
        ptr.push_back(int(col.size()));
    }
    float* d_x = nullptr;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    int nnz = int(col.size());
    double full = multiply(ptr, col, val, d_x, nnz);
    double zeros = multiply(std::vector<int>(n + 1, 0), col, val, d_x, 0);
    double none = multiply(std::vector<int>(1, 0), col, val, d_x, 0);
    std::printf("%.1f (%d) %.1f %.1f\n", full, nnz, zeros, none);
    CHECK(cudaFree(d_x));
    return std::fabs(full - nnz) < 0.01 && zeros == 0.0 && none == 0.0 ? 0 : 1;
}
