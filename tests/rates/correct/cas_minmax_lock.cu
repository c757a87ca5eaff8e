// Float max by a CAS loop on the bits, double add by CAS, arg-min packed into 64 bits,
// and a spin lock that guards two plain words.
#include <cfloat>
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

typedef unsigned long long u64;

struct Result {
    float maxValue;
    int lock;
    double sum;
    u64 argMin;
    int blocks;        // guarded by lock
    int positives;     // guarded by lock
};

__device__ void atomicMaxF(float* addr, float v) {
    int* bits = (int*)addr;
    int old = *(volatile int*)bits;
    while (__int_as_float(old) < v) {
        int seen = atomicCAS(bits, old, __float_as_int(v));
        if (seen == old) break;
        old = seen;
    }
}

__device__ void addDouble(double* addr, double v) {
    u64* bits = (u64*)addr;
    u64 old = atomicAdd(bits, 0ull), assumed;
    do {
        assumed = old;
        double next = __longlong_as_double((long long)assumed) + v;
        old = atomicCAS(bits, assumed, (u64)__double_as_longlong(next));
    } while (old != assumed);
}

__device__ unsigned orderedKey(float f) {
    unsigned b = __float_as_uint(f);
    return (b & 0x80000000u) ? ~b : (b | 0x80000000u);
}

__global__ void scan(const float* x, int n, Result* r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool positive = false;
    if (i < n) {
        float v = x[i];
        positive = v > 0.0f;
        atomicMaxF(&r->maxValue, v);
        addDouble(&r->sum, (double)v);
        atomicMin(&r->argMin, ((u64)orderedKey(v) << 32) | (unsigned)i);
    }
    int count = __syncthreads_count(positive);
    if (threadIdx.x == 0) {
        while (atomicCAS(&r->lock, 0, 1) != 0) {
        }
        __threadfence();
        r->blocks += 1;
        r->positives += count;
        __threadfence();
        atomicExch(&r->lock, 0);
    }
}

int main() {
    const int n = 3333;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = (float)((i * 97) % 1009) - 1200.0f + (i == 2500 ? 1000.0f : 0.0f);
    h[1777] = -5000.0f;
    float* d_x;
    Result* d_r;
    Result r = {-FLT_MAX, 0, 0.0, ~0ull, 0, 0};
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_r, sizeof(Result)));
    CHECK(cudaMemcpy(d_x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_r, &r, sizeof(r), cudaMemcpyHostToDevice));
    scan<<<(n + 127) / 128, 128>>>(d_x, n, d_r);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&r, d_r, sizeof(r), cudaMemcpyDeviceToHost));
    printf("max %.1f, sum %.1f, arg min %u, %d blocks, %d positive\n", r.maxValue, r.sum,
           (unsigned)(r.argMin & 0xffffffffu), r.blocks, r.positives);
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_r));
    return 0;
}
