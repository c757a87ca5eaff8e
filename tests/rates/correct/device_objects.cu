// Polymorphic objects made with device-side new in one kernel, used and deleted in later ones;
// one malloc per block is shared by its threads and freed by another thread.
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

struct Body {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Body() {}
};

struct Square : Body {
    float a;
    __device__ explicit Square(float side) : a(side) {}
    __device__ float area() const override { return a * a; }
};

struct Polygon : Body {
    int n;
    float* x;
    float* y;
    __device__ Polygon(int corners, float r) : n(corners), x(new float[corners]), y(new float[corners]) {
        for (int i = 0; i < n; ++i) {
            x[i] = r * cosf(6.2831853f * i / n);
            y[i] = r * sinf(6.2831853f * i / n);
        }
    }
    __device__ ~Polygon() override {
        delete[] x;
        delete[] y;
    }
    __device__ float area() const override {
        float s = 0.0f;
        for (int i = 0, j = n - 1; i < n; j = i++) s += x[j] * y[i] - x[i] * y[j];
        return 0.5f * s;
    }
};

__global__ void make(Body** all, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 3 == 0)
        all[i] = new Square(1.0f + i % 4);
    else
        all[i] = new Polygon(3 + i % 5, 2.0f);
}

__global__ void areas(Body* const* all, float* out, int n) {
    __shared__ float* scratch;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) scratch = (float*)malloc(blockDim.x * sizeof(float));
    __syncthreads();
    if (scratch == nullptr) {  // the same answer for the whole block
        if (i < n) out[i] = -1.0f;
        return;
    }
    scratch[threadIdx.x] = i < n ? all[n - 1 - i]->area() : 0.0f;
    __syncthreads();
    const float right = threadIdx.x + 1 < blockDim.x ? scratch[threadIdx.x + 1] : 0.0f;
    if (i < n) out[i] = scratch[threadIdx.x] + right;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) free(scratch);
}

__global__ void destroy(Body** all, int n) {
    // other threads than those which made the objects
    int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= 0) {
        delete all[i];
        all[i] = nullptr;
    }
}

int main() {
    const int n = 250, threads = 64, blocks = (n + threads - 1) / threads;
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 8 << 20));
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    Body** all;
    float* out;
    CHECK(cudaMalloc(&all, n * sizeof(Body*)));
    CHECK(cudaMalloc(&out, n * sizeof(float)));
    make<<<blocks, threads>>>(all, n);
    CHECK(cudaGetLastError());
    areas<<<blocks, threads>>>(all, out, n);
    CHECK(cudaGetLastError());
    destroy<<<blocks, threads>>>(all, n);
    CHECK(cudaGetLastError());
    std::vector<float> h(n);
    CHECK(cudaMemcpy(h.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float v : h) sum += v;
    printf("sum of areas %.3f\n", sum);
    CHECK(cudaFree(all));
    CHECK(cudaFree(out));
    return 0;
}
