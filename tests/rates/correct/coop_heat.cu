// Heat equation: all time steps in one cooperative launch, one grid barrier a step.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define CHECK(call)                                                          \
    do {                                                                     \
        cudaError_t e_ = (call);                                             \
        if (e_ != cudaSuccess) {                                             \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_));  \
            std::exit(1);                                                    \
        }                                                                    \
    } while (0)

__global__ void heat(float* a, float* b, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = gridDim.x * blockDim.x;
    float* from = a;
    float* to = b;
    for (int s = 0; s < steps; ++s) {
        // some threads have two cells, others one; all of them reach the barrier
        for (int i = first; i < n; i += stride) {
            float l = i > 0 ? from[i - 1] : 0.0f;
            float r = i + 1 < n ? from[i + 1] : 0.0f;
            to[i] = from[i] + 0.25f * (l - 2.0f * from[i] + r);
        }
        grid.sync();
        float* t = from;
        from = to;
        to = t;
    }
}

int main()
{
    int device = 0, ok = 0;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&ok, cudaDevAttrCooperativeLaunch, device));
    if (!ok) {
        std::printf("no cooperative launch here\n");
        return 0;
    }

    int n = 333, steps = 15;
    std::vector<float> x(n, 0.0f), y(n), r(n);
    for (int i = 100; i < 120; ++i) x[i] = 8.0f;

    float *d_a = nullptr, *d_b = nullptr;
    CHECK(cudaMalloc(&d_a, n * sizeof(float)));
    CHECK(cudaMalloc(&d_b, n * sizeof(float)));  // written whole in the first step
    CHECK(cudaMemcpy(d_a, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    void* args[] = {&d_a, &d_b, &n, &steps};
    CHECK(cudaLaunchCooperativeKernel((const void*)heat, dim3(4), dim3(64), args, 0, 0));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(r.data(), steps % 2 ? d_b : d_a, n * sizeof(float), cudaMemcpyDeviceToHost));

    for (int s = 0; s < steps; ++s) {
        for (int i = 0; i < n; ++i) {
            float l = i > 0 ? x[i - 1] : 0.0f;
            float rr = i + 1 < n ? x[i + 1] : 0.0f;
            y[i] = x[i] + 0.25f * (l - 2.0f * x[i] + rr);
        }
        x.swap(y);
    }
    int bad = 0;
    for (int i = 0; i < n; ++i)
        if (std::fabs(x[i] - r[i]) > 1e-4f) ++bad;
    std::printf("%d wrong\n", bad);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    return bad ? 1 : 0;
}
