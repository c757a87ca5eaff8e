#include <cstdio>
#include <vector>

template <typename T, int B>
__global__ void gemm(const T* __restrict__ A, const T* __restrict__ Bm, T* __restrict__ C, int m, int n, int k)
{
    __shared__ T sa[B][B];
    __shared__ T sb[B][B];
    const int row = blockIdx.y * B + threadIdx.y, col = blockIdx.x * B + threadIdx.x;
    T acc = T(0);
    for (int base = 0; base < k; base += B) {
        const int ka = base + threadIdx.x, kb = base + threadIdx.y;
        sa[threadIdx.y][threadIdx.x] = row < m && ka < k ? A[row * k + ka] : T(0);  // defect: race-shared
        sb[threadIdx.y][threadIdx.x] = kb < k && col < n ? Bm[kb * n + col] : T(0);  // defect: race-shared
        __syncthreads();
#pragma unroll
        for (int i = 0; i < B; ++i)
            acc += sa[threadIdx.y][i] * sb[i][threadIdx.x];  // defect: race-shared
    }
    if (row < m && col < n)
        C[row * n + col] = acc;
}

int main()
{
    const int m = 20, n = 28, k = 36;
    std::vector<double> a(m * k, 0.5), b(k * n, 2.0), c(m * n);
    double *da, *db, *dc;
    cudaMalloc(&da, a.size() * sizeof(double));
    cudaMalloc(&db, b.size() * sizeof(double));
    cudaMalloc(&dc, c.size() * sizeof(double));
    cudaMemcpy(da, a.data(), a.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * sizeof(double), cudaMemcpyHostToDevice);
    constexpr int B = 8;
    gemm<double, B><<<dim3((n + B - 1) / B, (m + B - 1) / B), dim3(B, B)>>>(da, db, dc, m, n, k);
    if (cudaError_t e = cudaDeviceSynchronize()) {
        fprintf(stderr, "%s\n", cudaGetErrorString(e));
        return 1;
    }
    cudaMemcpy(c.data(), dc, c.size() * sizeof(double), cudaMemcpyDeviceToHost);
    printf("c[0] = %g, expected %d\n", c[0], k);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
}
