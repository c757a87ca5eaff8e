// A small RAII class for device memory, with helpers that use it.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                          \
    do {                                                                     \
        cudaError_t e_ = (call);                                             \
        if (e_ != cudaSuccess) {                                             \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_));  \
            std::exit(1);                                                    \
        }                                                                    \
    } while (0)

class DeviceArray {
public:
    explicit DeviceArray(int n) : n_(n) { CHECK(cudaMalloc(&p_, n * sizeof(float))); }
    ~DeviceArray()
    {
        cudaError_t e = cudaFree(p_);  // defect: double-free|api-misuse
        if (e != cudaSuccess) std::printf("cudaFree: %s\n", cudaGetErrorString(e));
    }
    float* data() const { return p_; }
    int size() const { return n_; }

private:
    float* p_ = nullptr;
    int n_ = 0;
};

__global__ void ramp(float* x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = float(i % 10);
}

__global__ void scale(float* x, int n, float f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = f * x[i];  // defect: use-after-free
}

__global__ void addUp(const float* x, int n, float* sum)
{
    __shared__ float s[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? x[i] : 0.0f;  // defect: use-after-free
    __syncthreads();
    for (int o = 64; o > 0; o >>= 1) {
        if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, s[0]);
}

static float total(DeviceArray a)
{
    DeviceArray sum(1);
    CHECK(cudaMemset(sum.data(), 0, sizeof(float)));
    addUp<<<(a.size() + 127) / 128, 128>>>(a.data(), a.size(), sum.data());
    CHECK(cudaGetLastError());
    float h = 0.0f;
    CHECK(cudaMemcpy(&h, sum.data(), sizeof(float), cudaMemcpyDeviceToHost));
    return h;
}

int main()
{
    const int n = 1777;
    DeviceArray x(n);
    ramp<<<(n + 127) / 128, 128>>>(x.data(), n);
    CHECK(cudaGetLastError());
    float before = total(x);

    scale<<<(n + 127) / 128, 128>>>(x.data(), n, 2.0f);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    float after = total(x);

    std::printf("before %.1f after %.1f\n", before, after);
    return 0;
}
