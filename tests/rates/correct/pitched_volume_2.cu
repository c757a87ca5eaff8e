// 3D volume in pitched memory (cudaMalloc3D, cudaMemcpy3D); a slice sum goes through a
// 2D pitched buffer that is cleared and fetched with its padding in one plain copy.
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

__global__ void addOne(cudaPitchedPtr vol, int w, int h, int d) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    char* base = (char*)vol.ptr;
    size_t slice = vol.pitch * h;
    for (int z = 0; z < d; ++z) {
        float* row = (float*)(base + z * slice + y * vol.pitch);
        row[x] += 1.0f;
    }
}

__global__ void project(cudaPitchedPtr vol, float* img, size_t pitch, int w, int h, int d) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0.0f;
    for (int z = 0; z < d; ++z)
        s += ((const float*)((const char*)vol.ptr + (z * h + y) * vol.pitch))[x];
    *((float*)((char*)img + y * pitch) + x) = s;
}

int main() {
    const int w = 37, h = 11, d = 5;
    std::vector<float> vol(w * h * d);
    for (size_t i = 0; i < vol.size(); ++i) vol[i] = (float)(i % 10);

    cudaPitchedPtr dVol;
    cudaExtent ext = make_cudaExtent(w * sizeof(float), h, d);
    CHECK(cudaMalloc3D(&dVol, ext));
    cudaMemcpy3DParms up = {};
    up.srcPtr = make_cudaPitchedPtr(vol.data(), w * sizeof(float), w, h);
    up.dstPtr = dVol;
    up.extent = ext;
    up.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&up));

    float* dImg;
    size_t pitch;
    CHECK(cudaMallocPitch(&dImg, &pitch, w * sizeof(float), h));
    CHECK(cudaMemset(dImg, 0, pitch * h));

    dim3 block(16, 4), grid((w + 15) / 16, (h + 3) / 4);
    addOne<<<grid, block>>>(dVol, w, h, d);
    CHECK(cudaGetLastError());
    project<<<grid, block>>>(dVol, dImg, pitch, w, h, d);
    CHECK(cudaGetLastError());

    cudaMemcpy3DParms down = {};
    down.srcPtr = dVol;
    down.dstPtr = make_cudaPitchedPtr(vol.data(), w * sizeof(float), w, h);
    down.extent = ext;
    down.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&down));
    std::vector<char> raw(pitch * h);
    CHECK(cudaMemcpy(raw.data(), dImg, pitch * h, cudaMemcpyDeviceToHost));

    double a = 0, b = 0;
    for (float v : vol) a += v;
    for (int y = 0; y < h; ++y) {
        const float* row = (const float*)(raw.data() + y * pitch);
        for (int x = 0; x < w; ++x) b += row[x];
    }
    printf("volume %.1f, projection %.1f\n", a, b);
    CHECK(cudaFree(dVol.ptr));
    CHECK(cudaFree(dImg));
    return 0;
}
