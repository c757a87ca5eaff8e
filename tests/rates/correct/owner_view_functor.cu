// A move-only owner of device memory, plain views of it inside functors.
#include <cstdio>
#include <cstdlib>
#include <utility>
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

template <class T>
struct View {
    T* p;
    int n;
    __device__ T& operator[](int i) const { return p[i]; }
};

template <class T>
class Owner {
public:
    explicit Owner(int n) : n_(n) { CHECK(cudaMalloc(&p_, n * sizeof(T))); }
    explicit Owner(const std::vector<T>& h) : Owner(int(h.size()))
    {
        CHECK(cudaMemcpy(p_, h.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    Owner(Owner&& o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(std::exchange(o.n_, 0)) {}
    Owner& operator=(Owner&& o) noexcept
    {
        std::swap(p_, o.p_);
        std::swap(n_, o.n_);
        return *this;
    }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner()
    {
        if (cudaFree(p_) != cudaSuccess) std::printf("cudaFree failed\n");  // null if moved from
    }
    View<T> view() const { return View<T>{p_, n_}; }
    std::vector<T> download() const
    {
        std::vector<T> h(n_);
        CHECK(cudaMemcpy(h.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
        return h;
    }

private:
    T* p_ = nullptr;
    int n_ = 0;
};

template <class F>
__global__ void forEach(int n, F f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);
}

struct Axpy {
    float a;
    View<float> x, y, out;
    __device__ void operator()(int i) const { out[i] = a * x[i] + y[i]; }
};

struct Reverse {  // in place; a thread owns both ends of its pair
    View<float> v;
    __device__ void operator()(int i) const
    {
        float t = v[i];
        v[i] = v[v.n - 1 - i];
        v[v.n - 1 - i] = t;
    }
};

static Owner<float> axpy(float a, const Owner<float>& x, const Owner<float>& y, int n)
{
    Owner<float> out(n);
    forEach<<<3, 96>>>(n, Axpy{a, x.view(), y.view(), out.view()});
    CHECK(cudaGetLastError());
    return out;
}

int main()
{
    const int n = 1001;
    std::vector<float> hx(n), hy(n);
    for (int i = 0; i < n; ++i) {
        hx[i] = float(i % 40);
        hy[i] = float(i % 3);
    }
    Owner<float> x(hx), y(hy);
    Owner<float> z = axpy(2.0f, x, y, n);
    y = std::move(z);  // z holds the old y now
    forEach<<<2, 64>>>(n / 2, Reverse{y.view()});
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<float> r = y.download();
    int bad = 0;
    for (int i = 0; i < n; ++i)
        if (r[i] != 2.0f * hx[n - 1 - i] + hy[n - 1 - i]) ++bad;
    std::printf("%d wrong\n", bad);
    return bad ? 1 : 0;
}
