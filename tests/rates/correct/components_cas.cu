#include <cstdio>
#include <vector>

// Connected components with a lock-free union-find. Parents only ever become smaller.
__device__ int parentOf(int *parent, int v) { return atomicAdd(&parent[v], 0); }

__device__ int find(int *parent, int v)
{
    int p = parentOf(parent, v);
    while (p != v) {
        v = p;
        p = parentOf(parent, v);
    }
    return v;
}

__global__ void unite(const int2 *edges, int count, int *parent)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count) return;
    int a = edges[e].x, b = edges[e].y;
    while (true) {
        a = find(parent, a);
        b = find(parent, b);
        if (a == b) return;
        if (a < b) { int t = a; a = b; b = t; }
        if (atomicCAS(&parent[a], a, b) == a) return;
    }
}

__global__ void flatten(int *parent, int *label, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) label[v] = find(parent, v);
}

int main()
{
    const int n = 120;
    std::vector<int> p(n), l(n);
    std::vector<int2> edges;
    for (int i = 0; i < n; ++i) p[i] = i;
    for (int i = 0; i + 3 < n; ++i) edges.push_back(make_int2(i, i + 3));
    int *parent, *label;
    int2 *de;
    cudaMalloc(&parent, n * sizeof(int));
    cudaMalloc(&label, n * sizeof(int));
    cudaMalloc(&de, edges.size() * sizeof(int2));
    cudaMemcpy(parent, p.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(de, edges.data(), edges.size() * sizeof(int2), cudaMemcpyHostToDevice);
    unite<<<4, 32>>>(de, (int)edges.size(), parent);
    flatten<<<4, 32>>>(parent, label, n);
    cudaMemcpy(l.data(), label, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", l[n - 3], l[n - 2], l[n - 1]);
    cudaFree(parent);
    cudaFree(label);
    cudaFree(de);
    return 0;
}
