// 1D heat equation in managed memory with a progress line every ten steps.
#include <cstdio>
#include <cstdlib>
#include <utility>

static void must(cudaError_t e, int line) {
    if (e != cudaSuccess) {
        fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e));
        exit(1);
    }
}
#define MUST(x) must((x), __LINE__)

__global__ void heatStep(const float* u, float* next, int n, float r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i == 0 || i == n - 1)
        next[i] = u[i];
    else
        next[i] = u[i] + r * (u[i - 1] - 2.0f * u[i] + u[i + 1]);
}

int main() {
    const int n = 4000, steps = 25;
    float *u, *next;
    MUST(cudaMallocManaged(&u, n * sizeof(float)));
    MUST(cudaMallocManaged(&next, n * sizeof(float)));
    for (int i = 0; i < n; ++i) {
        u[i] = (i > n / 4 && i < n / 2) ? 100.0f : 0.0f;
        next[i] = 0.0f;
    }

    for (int s = 1; s <= steps; ++s) {
        heatStep<<<(n + 255) / 256, 256>>>(u, next, n, 0.25f);
        MUST(cudaGetLastError());
        std::swap(u, next);
        if (s % 10 == 0) {
            MUST(cudaDeviceSynchronize());
            printf("step %d: u[n/4] = %.3f\n", s, u[n / 4]);
        }
    }

    double sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += u[i];  // defect: not-synchronized
    }
    printf("total heat %.2f\n", sum);

    MUST(cudaDeviceSynchronize());
    MUST(cudaFree(u));
    MUST(cudaFree(next));
    return 0;
}
