#include <cstdio>
#include <cuda_pipeline.h>
#include <vector>

// cp.async with a wait for all but the newest batch.
__global__ void rowSums(const float4 *m, float *out, int rows)
{
    __shared__ float4 row[3][32];
    const int t = threadIdx.x;
    for (int r = 0; r < 2; ++r) {
        if (r < rows)
            __pipeline_memcpy_async(&row[r][t], &m[r * 32 + t], sizeof(float4));
        __pipeline_commit();
    }
    float sum = 0;
    for (int r = 0; r < rows; ++r) {
        __pipeline_wait_prior(1);
        __syncthreads();   // row r is there for everybody, and nobody reads row r-1 any more
        if (r + 2 < rows)
            __pipeline_memcpy_async(&row[(r + 2) % 3][t], &m[(r + 2) * 32 + t], sizeof(float4));
        __pipeline_commit();
        float4 v = row[r % 3][31 - t];
        sum += v.x + v.y - v.z * v.w;
    }
    out[t] = sum;
}

int main()
{
    const int rows = 7;
    std::vector<float4> h(rows * 32);
    for (size_t i = 0; i < h.size(); ++i) h[i] = make_float4(i, 1, 2, 0.5f);
    float4 *m;
    float *out, r[32];
    cudaMalloc(&m, h.size() * sizeof(float4));
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(m, h.data(), h.size() * sizeof(float4), cudaMemcpyHostToDevice);
    rowSums<<<1, 32>>>(m, out, rows);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%g %g\n", r[0], r[31]);
    cudaFree(m);
    cudaFree(out);
    return 0;
}
