// 1D stencil with halo in shared memory; few blocks walk over many tiles.
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

const int BLOCK = 128;
const int RADIUS = 3;

__global__ void stencil(const float* in, float* out, int n)
{
    __shared__ float s[BLOCK + 2 * RADIUS];
    int tiles = (n + BLOCK - 1) / BLOCK;
    int l = threadIdx.x + RADIUS;

    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
        int g = t * BLOCK + threadIdx.x;
        s[l] = g < n ? in[g] : 0.0f;  // defect: race-shared
        if (threadIdx.x < RADIUS) {
            s[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0.0f;  // defect: race-shared
            s[l + BLOCK] = g + BLOCK < n ? in[g + BLOCK] : 0.0f;  // defect: race-shared
        }
        __syncthreads();

        if (g < n) {
            float acc = 0.0f;
            for (int k = -RADIUS; k <= RADIUS; ++k)
                acc += s[l + k];  // defect: race-shared
            out[g] = acc / float(2 * RADIUS + 1);
        }
    }
}

int main()
{
    const int n = 3000, blocks = 5;
    std::vector<float> h(n), r(n);
    for (int i = 0; i < n; ++i) h[i] = float(i % 21);

    float *d_in = nullptr, *d_out = nullptr;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    stencil<<<blocks, BLOCK>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(r.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0.0;
    for (float v : r) sum += v;
    std::printf("sum %.3f\n", sum);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return 0;
}
