#include <algorithm>
#include <cstdio>
#include <vector>

// For each query, the last position whose key is <= the query.
__device__ int position(const int *keys, int n, int query)
{
    int lo = 0, hi = n - 1;
    while (lo < hi) {  // defect: endless-kernel|deadlock
        int mid = (lo + hi) / 2;
        if (keys[mid] <= query)
            lo = mid;  // defect: endless-kernel|deadlock
        else
            hi = mid - 1;
    }
    return lo;
}

__global__ void lookUp(const int *keys, int n, const int *queries, int *where, int q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < q) where[i] = position(keys, n, queries[i]);  // defect: endless-kernel|deadlock
}

int main()
{
    std::vector<int> keys, queries, where(40);
    for (int i = 0; i < 100; ++i) keys.push_back(i * i);
    for (int i = 0; i < 40; ++i) queries.push_back(i * 250);
    int *dk, *dq, *dw;
    cudaMalloc(&dk, keys.size() * 4);
    cudaMalloc(&dq, queries.size() * 4);
    cudaMalloc(&dw, where.size() * 4);
    cudaMemcpy(dk, keys.data(), keys.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dq, queries.data(), queries.size() * 4, cudaMemcpyHostToDevice);
    lookUp<<<2, 32>>>(dk, (int)keys.size(), dq, dw, 40);
    if (cudaMemcpy(where.data(), dw, where.size() * 4, cudaMemcpyDeviceToHost) == cudaSuccess)
        printf("%d\n", where[39]);
    cudaFree(dk);
    cudaFree(dq);
    cudaFree(dw);
    return 0;
}
