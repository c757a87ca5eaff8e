// A pitched volume and a pitched image: padding is never touched, a window is copied out.
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

__device__ float* rowAt(cudaPitchedPtr p, int y, int z)
{
    char* base = static_cast<char*>(p.ptr) + size_t(z) * p.pitch * p.ysize;
    return reinterpret_cast<float*>(base + size_t(y) * p.pitch);
}

__global__ void fill(cudaPitchedPtr p, int w, int h, int d)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x < w && y < h && z < d) rowAt(p, y, z)[x] = float(x + 10 * y + 100 * z);
}

// sum over z into a pitched image
__global__ void project(cudaPitchedPtr p, float* img, size_t pitch, int w, int h, int d)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
    for (int z = 0; z < d; ++z) sum += rowAt(p, y, z)[x];
    float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(img) + y * pitch);
    row[x] += sum;
}

int main()
{
    const int w = 37, h = 19, d = 5;
    cudaExtent extent = make_cudaExtent(w * sizeof(float), h, d);
    cudaPitchedPtr vol;
    CHECK(cudaMalloc3D(&vol, extent));
    float* d_img = nullptr;
    size_t pitch = 0;
    CHECK(cudaMallocPitch(&d_img, &pitch, w * sizeof(float), h));
    CHECK(cudaMemset2D(d_img, pitch, 0, w * sizeof(float), h));

    dim3 block(16, 8);
    dim3 flat((w + 15) / 16, (h + 7) / 8), deep((w + 15) / 16, (h + 7) / 8, d);
    fill<<<deep, block>>>(vol, w, h, d);
    CHECK(cudaGetLastError());
    project<<<flat, block>>>(vol, d_img, pitch, w, h, d);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    // the whole image into rows of w + 3 floats on the host
    const int hw = w + 3;
    std::vector<float> img(hw * h, -1.0f);
    CHECK(cudaMemcpy2D(img.data(), hw * sizeof(float), d_img, pitch, w * sizeof(float), h,
                       cudaMemcpyDeviceToHost));
    // a window of 9 x 4 from (28, 15): it ends with the last pixel of the last row
    const int wx = w - 9, wy = h - 4;
    std::vector<float> win(9 * 4);
    const char* corner = reinterpret_cast<const char*>(d_img) + wy * pitch + wx * sizeof(float);
    CHECK(cudaMemcpy2D(win.data(), 9 * sizeof(float), corner, pitch, 9 * sizeof(float), 4,
                       cudaMemcpyDeviceToHost));

    int bad = 0;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < hw; ++x) {
            float want = x < w ? float(d * (x + 10 * y) + 100 * (d * (d - 1) / 2)) : -1.0f;
            if (img[y * hw + x] != want) ++bad;
        }
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 9; ++x)
            if (win[y * 9 + x] != img[(wy + y) * hw + wx + x]) ++bad;
    std::printf("%d wrong\n", bad);

    CHECK(cudaFree(vol.ptr));
    CHECK(cudaFree(d_img));
    return bad ? 1 : 0;
}
