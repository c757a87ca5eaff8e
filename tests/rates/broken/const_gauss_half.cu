// Symmetric 1D gaussian; only one half of the taps is kept in constant memory.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(c)                                                         \
    do {                                                                 \
        cudaError_t s_ = (c);                                            \
        if (s_ != cudaSuccess) {                                         \
            fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(s_)); \
            exit(1);                                                     \
        }                                                                \
    } while (0)

constexpr int MAX_RADIUS = 8;
__constant__ float c_half[MAX_RADIUS];

__global__ void gauss1d(const float* in, float* out, int n, int radius) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float acc = c_half[0] * in[i];
    for (int d = 1; d <= radius; ++d) {
        int l = max(i - d, 0);
        int r = min(i + d, n - 1);
        float tap = c_half[d];  // defect: out-of-bounds-variable
        acc += tap * (in[l] + in[r]);
    }
    out[i] = acc;
}

static void setKernel(int radius) {
    float half[MAX_RADIUS + 1] = {};
    float sigma = 0.4f * radius, total = 0.0f;
    for (int d = 0; d <= radius; ++d) {
        half[d] = std::exp(-d * d / (2.0f * sigma * sigma));
        total += (d == 0 ? 1.0f : 2.0f) * half[d];
    }
    for (int d = 0; d <= radius; ++d) half[d] /= total;
    CHECK(cudaMemcpyToSymbol(c_half, half, sizeof(c_half)));
}

int main() {
    const int n = 3000;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = (float)(i % 50);
    float *a, *b;
    CHECK(cudaMalloc(&a, n * sizeof(float)));
    CHECK(cudaMalloc(&b, n * sizeof(float)));
    CHECK(cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    const int radii[3] = {3, 5, MAX_RADIUS};
    for (int k = 0; k < 3; ++k) {
        setKernel(radii[k]);
        gauss1d<<<(n + 127) / 128, 128>>>(a, b, n, radii[k]);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        float* t = a;
        a = b;
        b = t;
    }
    CHECK(cudaMemcpy(h.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float v : h) sum += v;
    printf("mean after three passes: %.3f\n", sum / n);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return 0;
}
