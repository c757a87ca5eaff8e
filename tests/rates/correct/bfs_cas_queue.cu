// Breadth-first search: vertices are claimed by CAS and queued per block, then all together.
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

const int T = 64;
const int LOCAL = 48;  // smaller than a block can find: the rest goes straight out

__global__ void expand(const int* rowPtr, const int* adj, int* dist, int level,
                       const int* frontier, int size, int* next, int* nextSize)
{
    __shared__ int queue[LOCAL];
    __shared__ int queued;
    __shared__ int base;
    if (threadIdx.x == 0) queued = 0;
    __syncthreads();

    int i = blockIdx.x * T + threadIdx.x;
    if (i < size) {
        int u = frontier[i];
        for (int e = rowPtr[u]; e < rowPtr[u + 1]; ++e) {
            int v = adj[e];
            if (atomicCAS(&dist[v], -1, level + 1) != -1) continue;
            int slot = atomicAdd(&queued, 1);
            if (slot < LOCAL)
                queue[slot] = v;
            else
                next[atomicAdd(nextSize, 1)] = v;
        }
    }
    __syncthreads();

    int count = min(queued, LOCAL);
    if (threadIdx.x == 0 && count > 0) base = atomicAdd(nextSize, count);
    __syncthreads();
    for (int k = threadIdx.x; k < count; k += T) next[base + k] = queue[k];
}

int main()
{
    const int n = 800;
    std::vector<int> rowPtr(1, 0), adj;
    for (int v = 0; v < n; ++v) {
        if (v % 5 != 4) {  // some vertices lead nowhere
            adj.push_back((v + 1) % n);
            adj.push_back((v * 7 + 1) % n);
            adj.push_back((v * 11 + 6) % n);
            adj.push_back((v * 11 + 6) % n);  // a double edge
        }
        rowPtr.push_back(int(adj.size()));
    }
    std::vector<int> want(n, -1), order(1, 0), dist(n, -1);
    want[0] = dist[0] = 0;
    for (size_t q = 0; q < order.size(); ++q)
        for (int e = rowPtr[order[q]]; e < rowPtr[order[q] + 1]; ++e)
            if (want[adj[e]] < 0) {
                want[adj[e]] = want[order[q]] + 1;
                order.push_back(adj[e]);
            }

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
    CHECK(cudaMemset(d_cur, 0, sizeof(int)));  // only the source; the rest is not read

    int size = 1;
    for (int level = 0; size > 0; ++level) {
        CHECK(cudaMemset(d_size, 0, sizeof(int)));
        expand<<<(size + T - 1) / T, T>>>(d_row, d_adj, d_dist, level, d_cur, size, d_next, d_size);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(&size, d_size, sizeof(int), cudaMemcpyDeviceToHost));
        std::swap(d_cur, d_next);
    }
    CHECK(cudaMemcpy(dist.data(), d_dist, n * sizeof(int), cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int v = 0; v < n; ++v)
        if (dist[v] != want[v]) ++bad;
    std::printf("%d reached, %d wrong\n", int(order.size()), bad);
    for (int* p : {d_row, d_adj, d_dist, d_cur, d_next, d_size}) CHECK(cudaFree(p));
    return bad ? 1 : 0;
}
