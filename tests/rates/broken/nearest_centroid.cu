// k-means assignment step
#include <cstdio>
#include <cstdlib>
#include <cfloat>

#define K 4

__global__ void assign(const float2 *points, const float2 *centers, int *label, int n, float maxDistance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int best;
    float bestDistance = maxDistance;
    for (int c = 0; c < K; c++) {
        float dx = points[i].x - centers[c].x;
        float dy = points[i].y - centers[c].y;
        float d = dx * dx + dy * dy;
        if (d < bestDistance) {
            bestDistance = d;
            best = c;
        }
    }
    label[i] = best;  // defect: uninitialized-local
}

int main()
{
    const int n = 100;
    float2 p[n], c[K] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    for (int i = 0; i < n; i++) p[i] = make_float2((i % 10) * 0.15f, (i / 10) * 0.15f);
    p[57] = make_float2(50, 50);   // an outlier
    float2 *dp, *dc; int *dl; int labels[n];
    cudaMalloc(&dp, sizeof p); cudaMalloc(&dc, sizeof c); cudaMalloc(&dl, sizeof labels);
    cudaMemcpy(dp, p, sizeof p, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
    assign<<<4, 32>>>(dp, dc, dl, n, 25.0f);
    cudaMemcpy(labels, dl, sizeof labels, cudaMemcpyDeviceToHost);  // defect: uninitialized-local
    int members[K] = {};
    for (int i = 0; i < n; i++)
        if (labels[i] >= 0 && labels[i] < K) members[labels[i]]++;  // defect: uninitialized-local
    for (int k = 0; k < K; k++) printf("cluster %d: %d\n", k, members[k]);
    cudaFree(dp); cudaFree(dc); cudaFree(dl);
    return 0;
}
