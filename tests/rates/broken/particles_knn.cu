// For every particle the K nearest others, kept in a small sorted local list.
#include <cstdio>
#include <cstdlib>
#include <cfloat>
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

const int K = 5;

struct Particle {
    float x, y, z;
    int id;
};

__global__ void nearest(const Particle* p, int n, int* ids, float* meanDist)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float bestD[K];
    int bestI[K];
    for (int k = 0; k < K; ++k) {
        bestD[k] = FLT_MAX;
        bestI[k] = -1;
    }

    Particle me = p[i];
    for (int q = 0; q < n; ++q) {
        if (q == i) continue;
        float dx = p[q].x - me.x, dy = p[q].y - me.y, dz = p[q].z - me.z;
        float d = dx * dx + dy * dy + dz * dz;
        int pos = 0;
        while (pos < K && bestD[pos] <= d) ++pos;
        if (pos == K) continue;
        for (int k = K; k > pos; --k) {  // make room
            bestD[k] = bestD[k - 1];  // defect: out-of-bounds-local
            bestI[k] = bestI[k - 1];  // defect: out-of-bounds-local
        }
        bestD[pos] = d;
        bestI[pos] = p[q].id;
    }

    float sum = 0.0f;
    for (int k = 0; k < K; ++k) {
        ids[i * K + k] = bestI[k];
        sum += sqrtf(bestD[k]);
    }
    meanDist[i] = sum / K;
}

int main()
{
    const int n = 150, threads = 64;
    std::vector<Particle> h(n);
    for (int i = 0; i < n; ++i) {
        h[i].x = float((i * 37) % 101) * 0.1f;
        h[i].y = float((i * 53) % 97) * 0.1f;
        h[i].z = float((i * 71) % 89) * 0.1f;
        h[i].id = 1000 + i;
    }

    Particle* d_p = nullptr;
    int* d_ids = nullptr;
    float* d_mean = nullptr;
    CHECK(cudaMalloc(&d_p, n * sizeof(Particle)));
    CHECK(cudaMalloc(&d_ids, n * K * sizeof(int)));
    CHECK(cudaMalloc(&d_mean, n * sizeof(float)));
    CHECK(cudaMemcpy(d_p, h.data(), n * sizeof(Particle), cudaMemcpyHostToDevice));

    nearest<<<(n + threads - 1) / threads, threads>>>(d_p, n, d_ids, d_mean);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<int> ids(n * K);
    std::vector<float> mean(n);
    CHECK(cudaMemcpy(ids.data(), d_ids, ids.size() * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(mean.data(), d_mean, n * sizeof(float), cudaMemcpyDeviceToHost));
    long idSum = 0;
    double dist = 0.0;
    for (int v : ids) idSum += v;
    for (float v : mean) dist += v;
    std::printf("ids %ld, mean distance %.4f\n", idSum, dist / n);

    CHECK(cudaFree(d_p));
    CHECK(cudaFree(d_ids));
    CHECK(cudaFree(d_mean));
    return 0;
}
