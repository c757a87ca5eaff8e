#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>
#include <vector>
using namespace nvcuda;

// One warp: convert, sync the warp, multiply. No block barrier is needed with one warp per tile.
__global__ void tileProducts(const float *a, const float *b, float *c)
{
    __shared__ __align__(32) half sa[2][256];
    __shared__ __align__(32) half sb[2][256];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int i = lane; i < 256; i += 32) {
        sa[warp][i] = __float2half(a[warp * 256 + i]);
        sb[warp][i] = __float2half(b[warp * 256 + i]);
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, sa[warp], 16);
    wmma::load_matrix_sync(fb, sb[warp], 16);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; ++i)
        fc.x[i] *= 0.5f;
    wmma::store_matrix_sync(c + warp * 256, fc, 16, wmma::mem_row_major);
}

int main()
{
    std::vector<float> a(512), b(512), c(512);
    for (int i = 0; i < 512; ++i) { a[i] = (i % 16 == i % 256 / 16); b[i] = i % 8; }
    float *da, *db, *dc;
    cudaMalloc(&da, 2048); cudaMalloc(&db, 2048); cudaMalloc(&dc, 2048);
    cudaMemcpy(da, a.data(), 2048, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), 2048, cudaMemcpyHostToDevice);
    tileProducts<<<1, 64>>>(da, db, dc);
    cudaMemcpy(c.data(), dc, 2048, cudaMemcpyDeviceToHost);
    printf("%g %g\n", c[1], c[300]);
    cudaFree(da); cudaFree(db); cudaFree(dc);
    return 0;
}
