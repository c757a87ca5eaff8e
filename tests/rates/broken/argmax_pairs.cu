// Arg-max: values and their indices side by side in dynamic shared memory.
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

__global__ void argmax(const float* in, float* outVal, int* outIdx, int n)
{
    extern __shared__ float smem[];
    float* val = smem;
    int* idx = reinterpret_cast<int*>(smem + blockDim.x);

    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    val[t] = (i < n) ? in[i] : -FLT_MAX;
    idx[t] = i;  // defect: dynamic-shared|out-of-bounds-shared
    __syncthreads();

    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        if (t < h && val[t + h] > val[t]) {
            val[t] = val[t + h];
            idx[t] = idx[t + h];  // defect: dynamic-shared|out-of-bounds-shared
        }
        __syncthreads();
    }
    if (t == 0) {
        outVal[blockIdx.x] = val[0];
        outIdx[blockIdx.x] = idx[0];  // defect: dynamic-shared|out-of-bounds-shared
    }
}

int main()
{
    const int n = 3001, threads = 256;
    const int blocks = (n + threads - 1) / threads;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = float((i * 7919) % 3001);

    float *d_in = nullptr, *d_val = nullptr;
    int* d_idx = nullptr;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_val, blocks * sizeof(float)));
    CHECK(cudaMalloc(&d_idx, blocks * sizeof(int)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    size_t shmem = threads * sizeof(float);
    argmax<<<blocks, threads, shmem>>>(d_in, d_val, d_idx, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<float> val(blocks);
    std::vector<int> idx(blocks);
    CHECK(cudaMemcpy(val.data(), d_val, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(idx.data(), d_idx, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    int best = 0;
    for (int b = 1; b < blocks; ++b)
        if (val[b] > val[best]) best = b;
    std::printf("max %.1f at %d\n", val[best], idx[best]);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_val));
    CHECK(cudaFree(d_idx));
    return 0;
}
