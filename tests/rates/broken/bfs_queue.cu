// Breadth-first search, level by level, with a queue for the next frontier.
#include <cstdio>
#include <cstdlib>
#include <utility>
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

__global__ void expand(const int* rowPtr, const int* adj, int* dist, int level,
                       const int* frontier, int size, int* next, int* nextSize)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) *nextSize = 0;  // defect: race-atomic|race-global
    __syncthreads();            // the queue is empty now

    if (i < size) {
        int u = frontier[i];
        for (int e = rowPtr[u]; e < rowPtr[u + 1]; ++e) {
            int v = adj[e];
            if (atomicCAS(&dist[v], -1, level + 1) == -1) {
                int slot = atomicAdd(nextSize, 1);  // defect: race-atomic|race-global
                next[slot] = v;
            }
        }
    }
}

int main()
{
    const int n = 600, threads = 32;
    std::vector<int> rowPtr(1, 0), adj;
    for (int v = 0; v < n; ++v) {
        adj.push_back((v + 1) % n);
        adj.push_back((v * 7 + 1) % n);
        adj.push_back((v * 3 + 2) % n);
        adj.push_back((v * 11 + 5) % n);
        rowPtr.push_back(int(adj.size()));
    }
    std::vector<int> dist(n, -1);
    dist[0] = 0;

    int *d_row, *d_adj, *d_dist, *d_cur, *d_next, *d_size;
    CHECK(cudaMalloc(&d_row, rowPtr.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_adj, adj.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_dist, n * sizeof(int)));
    CHECK(cudaMalloc(&d_cur, n * sizeof(int)));
    CHECK(cudaMalloc(&d_next, n * sizeof(int)));
    CHECK(cudaMalloc(&d_size, sizeof(int)));
    CHECK(cudaMemcpy(d_row, rowPtr.data(), rowPtr.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_adj, adj.data(), adj.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_dist, dist.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_cur, 0, n * sizeof(int)));  // vertex 0 is the source
    CHECK(cudaMemset(d_next, 0, n * sizeof(int)));
    CHECK(cudaMemset(d_size, 0, sizeof(int)));

    int size = 1, level = 0;
    while (size > 0 && level < n) {
        expand<<<(size + threads - 1) / threads, threads>>>(d_row, d_adj, d_dist, level, d_cur, size, d_next, d_size);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(&size, d_size, sizeof(int), cudaMemcpyDeviceToHost));
        std::swap(d_cur, d_next);
        ++level;
    }

    CHECK(cudaMemcpy(dist.data(), d_dist, n * sizeof(int), cudaMemcpyDeviceToHost));
    int reached = 0, sum = 0;
    for (int d : dist)
        if (d >= 0) {
            ++reached;
            sum += d;
        }
    std::printf("%d levels, %d reached, sum of distances %d\n", level, reached, sum);

    for (int* p : {d_row, d_adj, d_dist, d_cur, d_next, d_size}) CHECK(cudaFree(p));
    return 0;
}
