// Sobel magnitude on interleaved RGB bytes, borders are clamped.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                            \
    do {                                                                       \
        cudaError_t e = (call);                                                \
        if (e != cudaSuccess) {                                                \
            fprintf(stderr, "%s, line %d\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

typedef unsigned char uchar;

__device__ int luma(const uchar* img, int w, int h, int x, int y) {
    x = min(max(x, 0), w);
    y = min(max(y, 0), h - 1);
    const uchar* p = img + 3 * (y * w + x);
    int r = p[0];  // defect: out-of-bounds-global
    int g = p[1];  // defect: out-of-bounds-global
    int b = p[2];  // defect: out-of-bounds-global
    return (77 * r + 150 * g + 29 * b) >> 8;
}

__global__ void sobel(const uchar* img, uchar* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const int k[3] = {1, 2, 1};
    int gx = 0, gy = 0;
    for (int i = -1; i <= 1; ++i) {
        gx += k[i + 1] * (luma(img, w, h, x + 1, y + i) - luma(img, w, h, x - 1, y + i));
        gy += k[i + 1] * (luma(img, w, h, x + i, y + 1) - luma(img, w, h, x + i, y - 1));
    }
    int m = abs(gx) + abs(gy);
    out[y * w + x] = (uchar)min(m, 255);
}

int main() {
    const int w = 61, h = 47;
    std::vector<uchar> rgb(3 * w * h), edges(w * h);
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
            for (int c = 0; c < 3; ++c)
                rgb[3 * (y * w + x) + c] = (uchar)((x / 8 + y / 8 + c) % 2 ? 200 : 40);

    uchar *d_rgb, *d_edges;
    CHECK(cudaMalloc(&d_rgb, rgb.size()));
    CHECK(cudaMalloc(&d_edges, edges.size()));
    CHECK(cudaMemcpy(d_rgb, rgb.data(), rgb.size(), cudaMemcpyHostToDevice));

    dim3 block(16, 8);
    dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
    sobel<<<grid, block>>>(d_rgb, d_edges, w, h);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(edges.data(), d_edges, edges.size(), cudaMemcpyDeviceToHost));
    long sum = 0;
    for (uchar e : edges) sum += e;
    printf("edge energy %ld\n", sum);
    CHECK(cudaFree(d_rgb));
    CHECK(cudaFree(d_edges));
    return 0;
}
