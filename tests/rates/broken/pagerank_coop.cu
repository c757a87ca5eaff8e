// PageRank by pulling, all iterations in one cooperative launch.
#include <cstdio>
#include <cstdlib>
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

__global__ void pagerank(const int* inPtr, const int* inSrc, const int* outDeg,
                         float* rank, float* next, int n, int iterations)
{
    cg::grid_group grid = cg::this_grid();
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;  // defect: grid-barrier-skipped|barrier-skipped

    for (int it = 0; it < iterations; ++it) {
        float sum = 0.0f;
        for (int e = inPtr[v]; e < inPtr[v + 1]; ++e) {
            int u = inSrc[e];
            sum += rank[u] / float(outDeg[u]);
        }
        next[v] = 0.15f / float(n) + 0.85f * sum;
        grid.sync();  // defect: grid-barrier-skipped|barrier-skipped
        float* t = rank;
        rank = next;
        next = t;
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
    int n = 500, iterations = 10;
    std::vector<std::vector<int>> in(n);
    std::vector<int> deg(n, 3), ptr(1, 0), src;
    for (int u = 0; u < n; ++u) {
        in[(u + 1) % n].push_back(u);
        in[(u * 5 + 3) % n].push_back(u);
        in[(u * 13 + 7) % n].push_back(u);
    }
    for (int v = 0; v < n; ++v) {
        src.insert(src.end(), in[v].begin(), in[v].end());
        ptr.push_back(int(src.size()));
    }
    std::vector<float> rank(n, 1.0f / float(n));

    int *d_ptr, *d_src, *d_deg;
    float *d_rank, *d_next;
    CHECK(cudaMalloc(&d_ptr, ptr.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_src, src.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_deg, n * sizeof(int)));
    CHECK(cudaMalloc(&d_rank, n * sizeof(float)));
    CHECK(cudaMalloc(&d_next, n * sizeof(float)));
    CHECK(cudaMemcpy(d_ptr, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_src, src.data(), src.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_deg, deg.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_rank, rank.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    const int threads = 128;
    void* args[] = {&d_ptr, &d_src, &d_deg, &d_rank, &d_next, &n, &iterations};
    CHECK(cudaLaunchCooperativeKernel((const void*)pagerank, dim3((n + threads - 1) / threads), dim3(threads), args, 0, 0));
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(rank.data(), d_rank, n * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0.0;
    for (float r : rank) sum += r;
    std::printf("sum of ranks %.4f\n", sum);

    CHECK(cudaFree(d_ptr));
    CHECK(cudaFree(d_src));
    CHECK(cudaFree(d_deg));
    CHECK(cudaFree(d_rank));
    CHECK(cudaFree(d_next));
    return 0;
}
