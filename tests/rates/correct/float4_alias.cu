// The same memory as float, float4 and float3: wide copies with a short tail.
#include <cstdio>
#include <cstdlib>
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

__global__ void scaleWide(const float* in, float* out, int n, float f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int quads = n / 4;
    if (i < quads) {
        float4 v = reinterpret_cast<const float4*>(in)[i];
        v.x *= f;
        v.y *= f;
        v.z *= f;
        v.w *= f;
        reinterpret_cast<float4*>(out)[i] = v;
    }
    int tail = quads * 4 + i;  // up to three are left over
    if (tail < n) out[tail] = in[tail] * f;
}

// rows of 3 floats, packed; read by float, written by float3
__global__ void swapEnds(const float* in, float3* out, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) out[r] = make_float3(in[3 * r + 2], in[3 * r + 1], in[3 * r]);
}

// a tile filled by float4 and read by float
__global__ void transposeTile(const float* in, float* out)
{
    __shared__ float4 wide[16][4];
    const float* flat = reinterpret_cast<const float*>(wide);
    int t = threadIdx.x;
    if (t < 64) wide[t / 4][t % 4] = reinterpret_cast<const float4*>(in)[t];
    __syncthreads();
    out[t] = flat[(t % 16) * 16 + t / 16];
}

int main()
{
    const int n = 3 * 341;  // 1023 = 255 * 4 + 3
    std::vector<float> h(n), r(n), tile(256);
    for (int i = 0; i < n; ++i) h[i] = float(i % 50);

    float *d_in = nullptr, *d_out = nullptr, *d_tile = nullptr;
    float3* d_rows = nullptr;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    CHECK(cudaMalloc(&d_rows, n / 3 * sizeof(float3)));
    CHECK(cudaMalloc(&d_tile, 256 * sizeof(float)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    scaleWide<<<2, 128>>>(d_in, d_out, n, 3.0f);
    CHECK(cudaGetLastError());
    swapEnds<<<(n / 3 + 63) / 64, 64>>>(d_out, d_rows, n / 3);
    CHECK(cudaGetLastError());
    transposeTile<<<1, 256>>>(reinterpret_cast<const float*>(d_rows), d_tile);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(r.data(), d_rows, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(tile.data(), d_tile, 256 * sizeof(float), cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int i = 0; i < n; ++i)
        if (r[i] != 3.0f * h[i / 3 * 3 + (2 - i % 3)]) ++bad;
    for (int t = 0; t < 256; ++t)
        if (tile[t] != r[(t % 16) * 16 + t / 16]) ++bad;
    std::printf("%d wrong\n", bad);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_rows));
    CHECK(cudaFree(d_tile));
    return bad ? 1 : 0;
}
