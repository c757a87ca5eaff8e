#include <cstdio>
#include <vector>

#define TOPK 5

// Each thread keeps the best TOPK scores of its stripe, sorted.
__global__ void topK(const float *scores, int n, float *best)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = gridDim.x * blockDim.x;
    float top[TOPK];
    for (int k = 0; k < TOPK; k++)
        top[k] = -1e30f;
    for (int i = t; i < n; i += stride) {
        float s = scores[i];
        int k = TOPK;
        while (k > 0 && top[k - 1] < s) {
            top[k] = top[k - 1];  // defect: out-of-bounds-local
            k--;
        }
        if (k < TOPK)
            top[k] = s;
    }
    for (int k = 0; k < TOPK; k++)
        best[t * TOPK + k] = top[k];
}

int main()
{
    const int n = 1500, threads = 64;
    std::vector<float> h(n), b(threads * TOPK);
    for (int i = 0; i < n; i++)
        h[i] = (i * 2654435761u % 1000) / 1000.f;
    float *d, *db;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&db, b.size() * sizeof(float));
    cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    topK<<<2, threads / 2>>>(d, n, db);
    if (cudaMemcpy(b.data(), db, b.size() * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess)
        printf("copy failed\n");
    printf("thread 0: %f %f\n", b[0], b[1]);
    cudaFree(d);
    cudaFree(db);
    return 0;
}
