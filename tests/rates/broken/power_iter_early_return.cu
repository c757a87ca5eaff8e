// Largest eigenvalue by power iteration, stops when converged.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(x) check((x), #x, __LINE__)
static void check(cudaError_t e, const char* what, int line) {
    if (e == cudaSuccess) return;
    fprintf(stderr, "line %d: %s failed: %s\n", line, what, cudaGetErrorString(e));
    exit(1);
}

__global__ void matvec(const float* A, const float* v, float* w, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float s = 0.0f;
    for (int c = 0; c < n; ++c) s += A[r * n + c] * v[c];
    w[r] = s;
}

__global__ void norm2(const float* w, float* out, int n) {
    __shared__ float s[256];
    float acc = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) acc += w[i] * w[i];
    s[threadIdx.x] = acc;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = sqrtf(s[0]);
}

__global__ void scale(const float* w, float* v, float f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = w[i] * f;
}

static int powerIteration(const float* dA, float* dv, int n, int maxIt, float tol, float* lambda) {
    float *dw, *dnorm;
    CHECK(cudaMalloc(&dw, n * sizeof(float)));  // defect: leak
    CHECK(cudaMalloc(&dnorm, sizeof(float)));
    const int block = 64, grid = (n + block - 1) / block;
    float prev = 0.0f, cur = 0.0f;
    int it = 0;
    for (; it < maxIt; ++it) {
        matvec<<<grid, block>>>(dA, dv, dw, n);
        CHECK(cudaGetLastError());
        norm2<<<1, 256>>>(dw, dnorm, n);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(&cur, dnorm, sizeof(float), cudaMemcpyDeviceToHost));
        scale<<<grid, block>>>(dw, dv, 1.0f / cur, n);
        CHECK(cudaGetLastError());
        if (std::fabs(cur - prev) < tol) {
            *lambda = cur;
            CHECK(cudaDeviceSynchronize());
            CHECK(cudaFree(dnorm));
            return it;
        }
        prev = cur;
    }
    *lambda = cur;
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(dnorm));
    CHECK(cudaFree(dw));
    return it;
}

int main() {
    const int n = 200;
    std::vector<float> A(n * n, 1.0f / n), v(n);
    for (int i = 0; i < n; ++i) {
        A[i * n + i] += 2.0f;
        v[i] = 1.0f + 0.1f * (i % 5);
    }
    float *dA, *dv;
    CHECK(cudaMalloc(&dA, A.size() * sizeof(float)));
    CHECK(cudaMalloc(&dv, v.size() * sizeof(float)));
    CHECK(cudaMemcpy(dA, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dv, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice));
    float lambda = 0.0f;
    int its = powerIteration(dA, dv, n, 200, 1e-3f, &lambda);
    CHECK(cudaMemcpy(v.data(), dv, v.size() * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float f : v) sum += f;
    printf("lambda %.3f after %d iterations, sum %.3f\n", lambda, its, sum);
    CHECK(cudaFree(dA));
    CHECK(cudaFree(dv));
    return 0;
}
