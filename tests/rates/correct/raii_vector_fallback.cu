// Move-only device buffers in a growing std::vector; a workspace request that is far too
// large is expected to fail and is answered with a smaller one.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

class Buf {
    float* p_ = nullptr;
    int n_ = 0;

public:
    Buf() = default;
    explicit Buf(int n) : n_(n) { CHECK(cudaMalloc(&p_, n * sizeof(float))); }
    Buf(const Buf&) = delete;
    Buf& operator=(const Buf&) = delete;
    Buf(Buf&& o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(std::exchange(o.n_, 0)) {}
    Buf& operator=(Buf&& o) noexcept {
        std::swap(p_, o.p_);
        std::swap(n_, o.n_);
        return *this;
    }
    ~Buf() { CHECK(cudaFree(p_)); }  // cudaFree(nullptr) does nothing
    float* get() const { return p_; }
    int size() const { return n_; }
};

__global__ void fill(float* p, int n, float v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = v + i % 3;
}

__global__ void addInto(float* acc, const float* p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) acc[i] += p[i];
}

static Buf makeFilled(int n, float v) {
    Buf b(n);
    fill<<<(n + 127) / 128, 128>>>(b.get(), n, v);
    CHECK(cudaGetLastError());
    if (v > 3.0f) return b;
    Buf copy(n);
    CHECK(cudaMemcpyAsync(copy.get(), b.get(), n * sizeof(float), cudaMemcpyDeviceToDevice));
    return copy;  // b is freed here; cudaFree waits for the pending copy
}

static float* workspace(size_t least, size_t* got) {
    const size_t wishes[] = {size_t(1) << 60, size_t(1) << 58, least};
    for (size_t want : wishes) {
        float* p = nullptr;
        if (cudaMalloc(&p, want) == cudaSuccess) {
            *got = want;
            return p;
        }
        (void)cudaGetLastError();  // clear the expected error
    }
    return nullptr;
}

int main() {
    const int n = 1000;
    size_t got = 0;
    float* ws = workspace(n * sizeof(float), &got);
    if (ws == nullptr || got < n * sizeof(float)) {
        fprintf(stderr, "no workspace\n");
        return 1;
    }
    CHECK(cudaMemset(ws, 0, n * sizeof(float)));
    {
        std::vector<Buf> bufs;
        for (int k = 0; k < 6; ++k) bufs.push_back(makeFilled(n, (float)k));
        Buf other;
        other = std::move(bufs[2]);
        bufs[2] = Buf(n);
        CHECK(cudaMemset(bufs[2].get(), 0, n * sizeof(float)));
        bufs.push_back(std::move(other));
        for (const Buf& b : bufs) {
            addInto<<<(n + 127) / 128, 128>>>(ws, b.get(), b.size());
            CHECK(cudaGetLastError());
        }
        CHECK(cudaDeviceSynchronize());
    }
    std::vector<float> h(n);
    CHECK(cudaMemcpy(h.data(), ws, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(ws));
    double sum = 0;
    for (float v : h) sum += v;
    printf("sum %.1f\n", sum);
    return 0;
}
