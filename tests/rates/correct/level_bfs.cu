#include <cstdio>
#include <vector>

// Breadth first: whoever claims a vertex by compare-and-swap puts it into the next frontier.
__global__ void step(const int *rowPtr, const int *col, const int *frontier, int count, int *next, int *nextCount, int *level, int depth)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    int v = frontier[k];
    for (int e = rowPtr[v]; e < rowPtr[v + 1]; ++e) {
        int w = col[e];
        if (atomicCAS(&level[w], -1, depth) == -1)
            next[atomicAdd(nextCount, 1)] = w;
    }
}

int main()
{
    const int side = 9, n = side * side;
    std::vector<int> rowPtr{0}, col, level(n, -1);
    for (int v = 0; v < n; ++v) {
        if (v % side) col.push_back(v - 1);
        if (v % side < side - 1) col.push_back(v + 1);
        if (v >= side) col.push_back(v - side);
        if (v + side < n) col.push_back(v + side);
        rowPtr.push_back((int)col.size());
    }
    level[0] = 0;
    int *dr, *dc, *f[2], *count, *dl, current = 1, start = 0;
    cudaMalloc(&dr, rowPtr.size() * 4);
    cudaMalloc(&dc, col.size() * 4);
    cudaMalloc(&f[0], n * 4);
    cudaMalloc(&f[1], n * 4);
    cudaMalloc(&count, 4);
    cudaMalloc(&dl, n * 4);
    cudaMemcpy(dr, rowPtr.data(), rowPtr.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, col.data(), col.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dl, level.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(f[0], &start, 4, cudaMemcpyHostToDevice);
    for (int depth = 1; current > 0; ++depth) {
        cudaMemset(count, 0, 4);
        step<<<(current + 31) / 32, 32>>>(dr, dc, f[(depth - 1) % 2], current, f[depth % 2], count, dl, depth);
        cudaMemcpy(&current, count, 4, cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(level.data(), dl, n * 4, cudaMemcpyDeviceToHost);
    printf("far corner at %d\n", level[n - 1]);
    for (int *p : {dr, dc, f[0], f[1], count, dl}) cudaFree(p);
    return 0;
}
