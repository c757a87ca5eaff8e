// 3x3 box filter; each block walks down a strip and keeps the last rows in a shared ring.
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

constexpr int BW = 64;
constexpr int ROWS = 3;

__device__ void loadRow(float* slot, const float* img, int w, int h, int x0, int y) {
    int yy = min(max(y, 0), h - 1);
    for (int c = threadIdx.x; c < BW + 2; c += BW) {
        int xx = min(max(x0 + c - 1, 0), w - 1);
        slot[c] = img[yy * w + xx];  // defect: race-shared
    }
}

__global__ void boxStrip(const float* img, float* out, int w, int h) {
    __shared__ float ring[ROWS][BW + 2];
    const int x0 = blockIdx.x * BW;
    const int x = x0 + threadIdx.x;

    // row y lives in slot (y + 1) % ROWS
    loadRow(ring[0], img, w, h, x0, -1);
    loadRow(ring[1], img, w, h, x0, 0);
    for (int y = 0; y < h; ++y) {
        loadRow(ring[(y + 2) % ROWS], img, w, h, x0, y + 1);
        __syncthreads();
        float sum = 0.0f;
        for (int r = 0; r < 3; ++r) {
            const float* row = ring[(y + r) % ROWS];
            for (int d = 0; d < 3; ++d) {
                sum += row[threadIdx.x + d];  // defect: race-shared
            }
        }
        if (x < w) out[y * w + x] = sum / 9.0f;
    }
}

int main() {
    const int w = 150, h = 40;
    std::vector<float> img(w * h);
    for (int i = 0; i < w * h; ++i) img[i] = (float)((i * 13) % 100);
    float *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, w * h * sizeof(float)));
    CHECK(cudaMalloc(&d_out, w * h * sizeof(float)));
    CHECK(cudaMemcpy(d_in, img.data(), w * h * sizeof(float), cudaMemcpyHostToDevice));

    boxStrip<<<(w + BW - 1) / BW, BW>>>(d_in, d_out, w, h);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(img.data(), d_out, w * h * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float v : img) sum += v;
    printf("mean %.4f\n", sum / (w * h));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return 0;
}
