// im2col followed by col2im (backward pass of a convolution's data layout).
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

struct Shape {
    int C, H, W, K, pad, stride, outH, outW;
};

__device__ bool locate(const Shape& s, int idx, int* pos) {
    int ox = idx % s.outW;
    int oy = (idx / s.outW) % s.outH;
    int r = idx / (s.outW * s.outH);
    int kx = r % s.K, ky = (r / s.K) % s.K, c = r / (s.K * s.K);
    int y = oy * s.stride - s.pad + ky;
    int x = ox * s.stride - s.pad + kx;
    if (y < 0 || y >= s.H || x < 0 || x >= s.W) return false;
    *pos = (c * s.H + y) * s.W + x;
    return true;
}

__global__ void im2col(const float* img, float* col, Shape s, int total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int pos;
    col[i] = locate(s, i, &pos) ? img[pos] : 0.0f;
}

__global__ void col2im(const float* col, float* img, Shape s, int total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int pos;
    if (locate(s, i, &pos)) {
        img[pos] += col[i];  // defect: lost-update|race-global
    }
}

int main() {
    Shape s{2, 9, 11, 3, 1, 2, 0, 0};
    s.outH = (s.H + 2 * s.pad - s.K) / s.stride + 1;
    s.outW = (s.W + 2 * s.pad - s.K) / s.stride + 1;
    const int pixels = s.C * s.H * s.W;
    const int total = s.C * s.K * s.K * s.outH * s.outW;

    std::vector<float> img(pixels);
    for (int i = 0; i < pixels; ++i) img[i] = (float)(i % 13);
    float *d_img, *d_col, *d_grad;
    CHECK(cudaMalloc(&d_img, pixels * sizeof(float)));
    CHECK(cudaMalloc(&d_col, total * sizeof(float)));
    CHECK(cudaMalloc(&d_grad, pixels * sizeof(float)));
    CHECK(cudaMemcpy(d_img, img.data(), pixels * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_grad, 0, pixels * sizeof(float)));

    im2col<<<(total + 127) / 128, 128>>>(d_img, d_col, s, total);
    CHECK(cudaGetLastError());
    col2im<<<(total + 127) / 128, 128>>>(d_col, d_grad, s, total);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(img.data(), d_grad, pixels * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float v : img) sum += v;
    printf("sum %.1f\n", sum);
    CHECK(cudaFree(d_img));
    CHECK(cudaFree(d_col));
    CHECK(cudaFree(d_grad));
    return 0;
}
