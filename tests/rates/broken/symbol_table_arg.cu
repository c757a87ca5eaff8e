// Gamma correction by lookup table; table and counter are __device__ variables.
#include <cmath>
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

__device__ unsigned char g_lut[256];
__device__ unsigned int g_saturated;

__global__ void applyLut(const unsigned char* in, unsigned char* out, const unsigned char* lut,
                         unsigned int* saturated, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned char v = lut[in[i]];  // defect: host-pointer|host-argument|symbol-misuse|wild-pointer
    out[i] = v;
    if (v == 255) atomicAdd(saturated, 1u);
}

int main() {
    const int w = 80, h = 45, n = w * h;
    std::vector<unsigned char> img(n), lut(256);
    for (int i = 0; i < n; ++i) img[i] = (unsigned char)((i * 5) % 256);
    for (int v = 0; v < 256; ++v)
        lut[v] = (unsigned char)std::lround(255.0 * std::pow(v / 255.0, 1.0 / 2.2));

    unsigned char *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, n));
    CHECK(cudaMalloc(&d_out, n));
    CHECK(cudaMemcpy(d_in, img.data(), n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(g_lut, lut.data(), 256));

    unsigned int zero = 0, *d_sat = nullptr;
    CHECK(cudaMemcpyToSymbol(g_saturated, &zero, sizeof(zero)));
    CHECK(cudaGetSymbolAddress((void**)&d_sat, g_saturated));

    applyLut<<<(n + 255) / 256, 256>>>(d_in, d_out, g_lut, d_sat, n);  // defect: host-argument|symbol-misuse
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    unsigned int sat = 0;
    CHECK(cudaMemcpyFromSymbol(&sat, g_saturated, sizeof(sat)));
    CHECK(cudaMemcpy(img.data(), d_out, n, cudaMemcpyDeviceToHost));
    long sum = 0;
    for (unsigned char v : img) sum += v;
    printf("sum %ld, saturated %u\n", sum, sat);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return 0;
}
