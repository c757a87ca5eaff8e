// Cooperative heat solver: grid-stride sweeps, one grid barrier per sweep, residual partials
// kept in two alternating rows, all threads leave the loop by the same decision.
#include <cooperative_groups.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

constexpr int BLOCK = 128;

__global__ void heat(float* a, float* b, float* partial, int n, int maxSweeps, float tol, int* used) {
    cg::grid_group grid = cg::this_grid();
    __shared__ float s[BLOCK];
    const int first = blockIdx.x * BLOCK + threadIdx.x, step = gridDim.x * BLOCK;
    float *src = a, *dst = b;
    int sweep = 0;
    while (true) {
        float diff = 0.0f;
        for (int i = first; i < n; i += step) {
            float v = (i == 0 || i == n - 1) ? src[i] : 0.5f * (src[i - 1] + src[i + 1]);
            diff = fmaxf(diff, fabsf(v - src[i]));
            dst[i] = v;
        }
        s[threadIdx.x] = diff;
        __syncthreads();
        for (int k = BLOCK / 2; k > 0; k >>= 1) {
            if (threadIdx.x < k) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + k]);
            __syncthreads();
        }
        float* row = partial + (sweep & 1) * gridDim.x;
        if (threadIdx.x == 0) row[blockIdx.x] = s[0];
        grid.sync();
        float worst = 0.0f;
        for (unsigned k = 0; k < gridDim.x; ++k) worst = fmaxf(worst, row[k]);
        float* t = src;
        src = dst;
        dst = t;
        ++sweep;
        if (worst < tol || sweep == maxSweeps) break;  // the same in every thread
    }
    if (grid.thread_rank() == 0) *used = sweep;
}

int main() {
    int dev = 0, coop = 0, sms = 0, perSm = 0;
    CHECK(cudaGetDevice(&dev));
    CHECK(cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, dev));
    if (!coop) {
        printf("no cooperative launch\n");
        return 0;
    }
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, heat, BLOCK, 0));
    const int blocks = std::max(1, std::min(4, sms * perSm));

    int n = 1201, maxSweeps = 60;
    float tol = 0.15f;
    std::vector<float> h(n, 0.0f);
    for (int i = 0; i < n; ++i) h[i] = (i % 50 == 0) ? 1.0f : 0.0f;
    float *a, *b, *partial;
    int* used;
    CHECK(cudaMalloc(&a, n * sizeof(float)));
    CHECK(cudaMalloc(&b, n * sizeof(float)));
    CHECK(cudaMalloc(&partial, 2 * blocks * sizeof(float)));
    CHECK(cudaMalloc(&used, sizeof(int)));
    CHECK(cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    void* args[] = {&a, &b, &partial, &n, &maxSweeps, &tol, &used};
    CHECK(cudaLaunchCooperativeKernel((void*)heat, dim3(blocks), dim3(BLOCK), args, 0, 0));
    CHECK(cudaDeviceSynchronize());
    int sweeps = 0;
    CHECK(cudaMemcpy(&sweeps, used, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(h.data(), sweeps % 2 ? b : a, n * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float v : h) sum += v;
    printf("%d sweeps, sum %.4f\n", sweeps, sum);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(partial));
    CHECK(cudaFree(used));
    return 0;
}
