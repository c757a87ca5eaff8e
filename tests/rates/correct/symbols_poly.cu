// Constant and device symbols: rows written at an offset, a table changed through its device
// address, a device pointer stored in a symbol, counters read back from symbols.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

struct Range {
    float lo, hi;
};

__constant__ float c_coef[3][4];
__constant__ Range c_range = {-1.0f, 1.0f};
__device__ float* g_out;
__device__ unsigned int g_clamped = 0;
__device__ int g_launches[2] = {0, 100};

__global__ void evaluate(int poly, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) g_launches[1] += 1;
    if (i >= n) return;
    float x = c_range.lo + (c_range.hi - c_range.lo) * i / (n - 1);
    const float* c = c_coef[poly];
    float v = ((c[3] * x + c[2]) * x + c[1]) * x + c[0];
    if (v > 2.0f) {
        v = 2.0f;
        atomicAdd(&g_clamped, 1u);
    }
    g_out[i] += v;
}

int main() {
    const int n = 777;
    float* d_out;
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    CHECK(cudaMemset(d_out, 0, n * sizeof(float)));
    CHECK(cudaMemcpyToSymbol(g_out, &d_out, sizeof(d_out)));

    size_t bytes = 0;
    CHECK(cudaGetSymbolSize(&bytes, c_coef));
    for (int r = 0; r < 3; ++r) {
        float row[4] = {1.0f, 0.5f * r, -0.25f, (float)r};
        CHECK(cudaMemcpyToSymbol(c_coef, row, sizeof(row), r * sizeof(row)));
    }
    for (int r = 0; r < 3; ++r) {
        evaluate<<<(n + 127) / 128, 128>>>(r, n);
        CHECK(cudaGetLastError());
    }

    // Constant memory is read-only for kernels, the host may write it by address too;
    // the copy is ordered after the launches above.
    float* addr = nullptr;
    CHECK(cudaGetSymbolAddress((void**)&addr, c_coef));
    const float last[4] = {3.0f, 0.0f, 0.0f, 0.0f};
    CHECK(cudaMemcpy(addr + 8, last, sizeof(last), cudaMemcpyHostToDevice));
    const float hi = 4.0f;
    CHECK(cudaMemcpyToSymbol(c_range, &hi, sizeof(hi), sizeof(float)));
    evaluate<<<(n + 127) / 128, 128>>>(2, n);
    CHECK(cudaGetLastError());

    unsigned clamped = 0;
    int launches[2];
    float range[2];
    std::vector<float> out(n);
    CHECK(cudaMemcpyFromSymbol(&clamped, g_clamped, sizeof(clamped)));
    CHECK(cudaMemcpyFromSymbol(launches, g_launches, sizeof(launches)));
    CHECK(cudaMemcpyFromSymbol(range, c_range, sizeof(range)));
    CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float v : out) sum += v;
    printf("table %zu bytes, %d launches, range %.0f..%.0f, clamped %u, sum %.3f\n", bytes,
           launches[1] - 100, range[0], range[1], clamped, sum);
    CHECK(cudaFree(d_out));
    return 0;
}
