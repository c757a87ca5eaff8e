// Reduce every row of a matrix with a functor; one block per row. Threads that have left the kernel need not come to a barrier.
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

struct MaxAbs {
    __device__ float first(float v) const { return fabsf(v); }
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

struct SumSquares {
    __device__ float first(float v) const { return v * v; }
    __device__ float operator()(float a, float b) const { return a + b; }
};

template <class Op>
__global__ void rowReduce(const float* m, float* out, int cols, Op op)
{
    extern __shared__ float s[];
    int c = threadIdx.x;
    if (c >= cols) return;

    s[c] = op.first(m[blockIdx.x * cols + c]);
    __syncthreads();

    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (c < half && c + half < cols) s[c] = op(s[c], s[c + half]);
        __syncthreads();
    }
    if (c == 0) out[blockIdx.x] = s[0];
}

int main()
{
    const int rows = 21, cols = 45;
    int threads = 1;
    while (threads < cols) threads *= 2;

    std::vector<float> h(rows * cols);
    for (int i = 0; i < rows * cols; ++i) h[i] = float((i * 37) % 19) - 9.0f;

    float *d_m = nullptr, *d_max = nullptr, *d_sq = nullptr;
    CHECK(cudaMalloc(&d_m, rows * cols * sizeof(float)));
    CHECK(cudaMalloc(&d_max, rows * sizeof(float)));
    CHECK(cudaMalloc(&d_sq, rows * sizeof(float)));
    CHECK(cudaMemcpy(d_m, h.data(), rows * cols * sizeof(float), cudaMemcpyHostToDevice));

    rowReduce<<<rows, threads, threads * sizeof(float)>>>(d_m, d_max, cols, MaxAbs());
    CHECK(cudaGetLastError());
    rowReduce<<<rows, threads, threads * sizeof(float)>>>(d_m, d_sq, cols, SumSquares());
    CHECK(cudaGetLastError());

    std::vector<float> mx(rows), sq(rows);
    CHECK(cudaMemcpy(mx.data(), d_max, rows * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(sq.data(), d_sq, rows * sizeof(float), cudaMemcpyDeviceToHost));
    double a = 0.0, b = 0.0;
    for (int r = 0; r < rows; ++r) {
        a += mx[r];
        b += std::sqrt(sq[r]);
    }
    std::printf("max norms %.1f, 2-norms %.3f\n", a, b);

    CHECK(cudaFree(d_m));
    CHECK(cudaFree(d_max));
    CHECK(cudaFree(d_sq));
    return 0;
}
