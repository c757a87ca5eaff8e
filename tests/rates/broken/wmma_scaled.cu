#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>
#include <vector>
using namespace nvcuda;

// Converts float tiles to half in shared memory, then multiplies them on tensor cores. Two warps load, warp 0 multiplies.
__global__ void tileProduct(const float *a, const float *b, float *c)
{
    __shared__ __align__(32) half sa[256];
    __shared__ __align__(32) half sb[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        sa[i] = __float2half(a[i]);  // defect: race-shared
        sb[i] = __float2half(b[i]);  // defect: race-shared
    }
    __syncwarp();
    if (threadIdx.x < 32) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
        wmma::fill_fragment(fc, 0.0f);
        wmma::load_matrix_sync(fa, sa, 16);  // defect: race-shared|uninitialized-shared
        wmma::load_matrix_sync(fb, sb, 16);  // defect: race-shared|uninitialized-shared
        wmma::mma_sync(fc, fa, fb, fc);
        wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
    }
}

int main()
{
    std::vector<float> a(256), b(256), c(256);
    for (int i = 0; i < 256; ++i) { a[i] = (i % 16 == i / 16); b[i] = i % 8; }
    float *da, *db, *dc;
    cudaMalloc(&da, 1024); cudaMalloc(&db, 1024); cudaMalloc(&dc, 1024);
    cudaMemcpy(da, a.data(), 1024, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), 1024, cudaMemcpyHostToDevice);
    tileProduct<<<1, 64>>>(da, db, dc);
    cudaMemcpy(c.data(), dc, 1024, cudaMemcpyDeviceToHost);
    printf("%g %g\n", c[1], c[17]);
    cudaFree(da); cudaFree(db); cudaFree(dc);
    return 0;
}
