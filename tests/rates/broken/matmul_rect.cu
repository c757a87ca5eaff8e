// Tiled product of rectangular matrices whose sizes are no multiples of the tile.
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

const int TILE = 16;

// C (m x n) = A (m x k) * B (k x n), all row major
__global__ void matmul(const float* A, const float* B, float* C, int m, int k, int n)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;

    float acc = 0.0f;
    for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
        int ka = t * TILE + tx;
        int kb = t * TILE + ty;
        As[ty][tx] = (row < m && ka < k) ? A[row * k + ka] : 0.0f;
        Bs[ty][tx] = (col < n) ? B[kb * n + col] : 0.0f;  // defect: out-of-bounds-global
        __syncthreads();
        for (int j = 0; j < TILE; ++j) acc += As[ty][j] * Bs[j][tx];
        __syncthreads();
    }
    if (row < m && col < n) C[row * n + col] = acc;
}

int main()
{
    const int m = 37, k = 45, n = 53;
    std::vector<float> A(m * k), B(k * n), C(m * n);
    for (int i = 0; i < m * k; ++i) A[i] = float(i % 5) - 2.0f;
    for (int i = 0; i < k * n; ++i) B[i] = float(i % 7) - 3.0f;

    float *d_A = nullptr, *d_B = nullptr, *d_C = nullptr;
    CHECK(cudaMalloc(&d_A, A.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_B, B.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_C, C.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_A, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_B, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    matmul<<<grid, block>>>(d_A, d_B, d_C, m, k, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(C.data(), d_C, C.size() * sizeof(float), cudaMemcpyDeviceToHost));

    int bad = 0;
    for (int r = 0; r < m; ++r)
        for (int c = 0; c < n; ++c) {
            float want = 0.0f;
            for (int j = 0; j < k; ++j) want += A[r * k + j] * B[j * n + c];
            if (std::fabs(want - C[r * n + c]) > 1e-3f) ++bad;
        }
    std::printf("%d wrong\n", bad);

    CHECK(cudaFree(d_A));
    CHECK(cudaFree(d_B));
    CHECK(cudaFree(d_C));
    return 0;
}
