// Mirror an image held in pitched memory.
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

__device__ const float* rowOf(const float* base, size_t pitch, int y)
{
    return reinterpret_cast<const float*>(reinterpret_cast<const char*>(base) + y * pitch);
}

__device__ float* rowOf(float* base, size_t pitch, int y)
{
    return reinterpret_cast<float*>(reinterpret_cast<char*>(base) + y * pitch);
}

__global__ void mirror(const float* in, size_t inPitch, float* out, size_t outPitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) rowOf(out, outPitch, y)[w - 1 - x] = rowOf(in, inPitch, y)[x];
}

int main()
{
    const int w = 101, h = 27;
    std::vector<float> img(w * h), res(w * h);
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) img[y * w + x] = float(x + 2 * y);

    float *d_in = nullptr, *d_out = nullptr;
    size_t inPitch = 0, outPitch = 0;
    CHECK(cudaMallocPitch(&d_in, &inPitch, w * sizeof(float), h));
    CHECK(cudaMallocPitch(&d_out, &outPitch, w * sizeof(float), h));
    CHECK(cudaMemcpy2D(d_in, inPitch, img.data(), w * sizeof(float), w * sizeof(float), h,
                       cudaMemcpyHostToDevice));

    dim3 block(32, 4);
    dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
    mirror<<<grid, block>>>(d_in, inPitch, d_out, outPitch, w, h);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(res.data(), d_out, w * h * sizeof(float), cudaMemcpyDeviceToHost));  // defect: uninitialized-copy
    int bad = 0;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
            if (res[y * w + x] != img[y * w + (w - 1 - x)]) ++bad;
    std::printf("%d wrong pixels\n", bad);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return 0;
}
