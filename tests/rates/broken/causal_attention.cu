// Single-head causal attention in three kernels: QK^T, row softmax, PV.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                               \
    do {                                                                          \
        cudaError_t e = (call);                                                   \
        if (e != cudaSuccess) {                                                   \
            fprintf(stderr, "error: %s (%d)\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

__global__ void scores(const float* Q, const float* K, float* S, int n, int d, float scale) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int q = blockIdx.y * blockDim.y + threadIdx.y;
    if (q >= n || k > q) return;  // causal: only the lower triangle is computed
    float s = 0.0f;
    for (int c = 0; c < d; ++c) s += Q[q * d + c] * K[k * d + c];
    S[q * n + k] = s * scale;
}

__global__ void softmaxCausal(float* S, int n) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= n) return;
    float* row = S + q * n;
    float m = row[0], sum = 0.0f;
    for (int k = 1; k <= q; ++k) m = fmaxf(m, row[k]);
    for (int k = 0; k <= q; ++k) {
        row[k] = expf(row[k] - m);
        sum += row[k];
    }
    for (int k = 0; k <= q; ++k) row[k] /= sum;
}

__global__ void weighted(const float* P, const float* V, float* O, int n, int d) {
    int c = threadIdx.x;
    int q = blockIdx.x * blockDim.y + threadIdx.y;
    if (q >= n || c >= d) return;
    float acc = 0.0f;
    for (int k = 0; k <= q; k += 4) {
        const float* p = P + q * n + k;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            acc += p[j] * V[(k + j) * d + c];  // defect: uninitialized-global
        }
    }
    O[q * d + c] = acc;
}

static float* upload(const std::vector<float>& v) {
    float* p;
    CHECK(cudaMalloc(&p, v.size() * sizeof(float)));
    CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice));
    return p;
}

int main() {
    const int n = 64, d = 16;
    std::vector<float> q(n * d), k(n * d), v(n * d), o(n * d);
    for (int i = 0; i < n * d; ++i) {
        q[i] = std::sin(0.3f * i);
        k[i] = std::cos(0.2f * i);
        v[i] = (float)(i % 5);
    }
    float *dq = upload(q), *dk = upload(k), *dv = upload(v), *dS, *dO;
    CHECK(cudaMalloc(&dS, n * n * sizeof(float)));
    CHECK(cudaMalloc(&dO, n * d * sizeof(float)));

    scores<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(dq, dk, dS, n, d, 1.0f / std::sqrt((float)d));
    CHECK(cudaGetLastError());
    softmaxCausal<<<(n + 31) / 32, 32>>>(dS, n);
    CHECK(cudaGetLastError());
    weighted<<<(n + 7) / 8, dim3(16, 8)>>>(dS, dv, dO, n, d);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(o.data(), dO, n * d * sizeof(float), cudaMemcpyDeviceToHost));

    double sum = 0;
    for (float f : o) sum += f;
    printf("mean output %.4f\n", sum / (n * d));
    float* all[] = {dq, dk, dv, dS, dO};
    for (float* p : all) CHECK(cudaFree(p));
    return 0;
}
