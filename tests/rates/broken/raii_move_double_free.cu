// Two-stage vector pipeline; device buffers are owned by a small RAII class.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_OK(call)                                                        \
    do {                                                                     \
        cudaError_t err_ = (call);                                           \
        if (err_ != cudaSuccess) {                                           \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,               \
                    cudaGetErrorString(err_));                               \
            exit(EXIT_FAILURE);                                              \
        }                                                                    \
    } while (0)

template <class T>
class DeviceBuffer {
    T* ptr_ = nullptr;
    size_t count_ = 0;

public:
    explicit DeviceBuffer(size_t n) : count_(n) { CUDA_OK(cudaMalloc(&ptr_, n * sizeof(T))); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    DeviceBuffer(DeviceBuffer&& o) noexcept : ptr_(o.ptr_), count_(o.count_) { o.count_ = 0; }
    ~DeviceBuffer() {
        if (ptr_ == nullptr) return;
        cudaError_t e = cudaFree(ptr_);  // defect: double-free
        if (e != cudaSuccess) fprintf(stderr, "cudaFree: %s\n", cudaGetErrorString(e));
    }
    T* data() { return ptr_; }
    size_t size() const { return count_; }
    void upload(const std::vector<T>& v) {
        CUDA_OK(cudaMemcpy(ptr_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
    void download(std::vector<T>& v) {
        CUDA_OK(cudaMemcpy(v.data(), ptr_, v.size() * sizeof(T), cudaMemcpyDeviceToHost));
    }
};

__global__ void saxpy(float a, const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

struct Stage {
    DeviceBuffer<float> in, out;
    Stage(DeviceBuffer<float>&& a, DeviceBuffer<float>&& b)
        : in(std::move(a)), out(std::move(b)) {}
    void run(float a) {
        int n = (int)in.size();
        saxpy<<<(n + 127) / 128, 128>>>(a, in.data(), out.data(), n);
        CUDA_OK(cudaGetLastError());
    }
};

int main() {
    const int n = 1500;
    std::vector<float> hx(n), hy(n, 1.0f);
    for (int i = 0; i < n; ++i) hx[i] = (float)(i % 7);
    {
        DeviceBuffer<float> x(n), y(n);
        x.upload(hx);
        y.upload(hy);
        Stage stage(std::move(x), std::move(y));
        stage.run(2.0f);
        stage.run(0.5f);
        CUDA_OK(cudaDeviceSynchronize());
        stage.out.download(hy);
    }
    double sum = 0;
    for (float v : hy) sum += v;
    printf("sum = %.1f\n", sum);
    return 0;
}
