#include <cooperative_groups.h>
#include <cstdio>
#include <utility>
namespace cg = cooperative_groups;

// All time steps in one launch, with grid.sync() between them
__global__ void heat(float *a, float *b, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();
    for (int s = 0; s < steps; ++s) {
        for (int i = grid.thread_rank(); i < n; i += grid.size()) {
            float left = i > 0 ? a[i - 1] : 0, right = i + 1 < n ? a[i + 1] : 0;
            b[i] = a[i] + 0.1f * (left - 2 * a[i] + right);
        }
        grid.sync();  // defect: grid-barrier-skipped
        float *t = a;
        a = b;
        b = t;
    }
}

int main()
{
    const int n = 256, steps = 6;
    float h[n] = {};
    h[n / 2] = 100;
    float *a, *b;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    heat<<<4, 64>>>(a, b, n, steps);  // defect: grid-barrier-skipped
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess)
        printf("failed: %s\n", cudaGetErrorString(e));
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("centre %f\n", h[n / 2]);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
