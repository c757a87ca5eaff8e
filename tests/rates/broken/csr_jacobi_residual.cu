// Jacobi sweeps on a CSR matrix in a stream until the residual is small.
#include <cstdio>
#include <cstdlib>
#include <utility>
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

__global__ void sweep(const int* ptr, const int* col, const float* val, const float* b,
                      const float* x, float* y, float* res, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float sum = b[r], diag = 1.0f;
    for (int k = ptr[r]; k < ptr[r + 1]; ++k) {
        sum -= val[k] * x[col[k]];
        if (col[k] == r) diag = val[k];
    }
    y[r] = x[r] + sum / diag;
    atomicAdd(res, sum * sum);
}

int main()
{
    const int n = 301, threads = 64;
    std::vector<int> ptr(1, 0), col;
    std::vector<float> val, b(n, 1.0f), x(n, 0.0f);
    for (int r = 0; r < n; ++r) {
        for (int c = r - 1; c <= r + 1; ++c)
            if (c >= 0 && c < n) {
                col.push_back(c);
                val.push_back(c == r ? 4.0f : -1.0f);
            }
        ptr.push_back(int(col.size()));
    }

    int *d_ptr, *d_col;
    float *d_val, *d_b, *d_x, *d_y, *d_res, *h_res;
    CHECK(cudaMalloc(&d_ptr, ptr.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_col, col.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_val, val.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_b, n * sizeof(float)));
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CHECK(cudaMalloc(&d_res, sizeof(float)));
    CHECK(cudaMallocHost(&h_res, sizeof(float)));
    CHECK(cudaMemcpy(d_ptr, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_col, col.data(), col.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_val, val.data(), val.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
    *h_res = 1e30f;

    cudaStream_t st;
    CHECK(cudaStreamCreate(&st));
    int it = 0;
    for (; it < 40; ++it) {
        CHECK(cudaMemsetAsync(d_res, 0, sizeof(float), st));
        sweep<<<(n + threads - 1) / threads, threads, 0, st>>>(d_ptr, d_col, d_val, d_b, d_x, d_y, d_res, n);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(h_res, d_res, sizeof(float), cudaMemcpyDeviceToHost, st));
        std::swap(d_x, d_y);
        if (*h_res < 1e-8f) break;  // defect: not-synchronized
    }
    CHECK(cudaStreamSynchronize(st));
    CHECK(cudaMemcpy(x.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0.0;
    for (float v : x) sum += v;
    std::printf("%d sweeps, residual %g, sum %.4f\n", it, *h_res, sum);

    CHECK(cudaStreamDestroy(st));
    for (float* p : {d_val, d_b, d_x, d_y, d_res}) CHECK(cudaFree(p));
    CHECK(cudaFree(d_ptr));
    CHECK(cudaFree(d_col));
    CHECK(cudaFreeHost(h_res));
    return 0;
}
