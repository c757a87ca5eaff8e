// 3x3 mean filter on a pitched float image.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char* file, int line) {
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        exit(code);
    }
}

__global__ void blur(const float* in, float* out, size_t pitch, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
    int cnt = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        int yy = y + dy;
        if (yy < 0 || yy >= h) continue;
        const float* row = (const float*)((const char*)in + yy * pitch);
        for (int dx = -1; dx <= 1; ++dx) {
            int xx = x + dx;
            if (xx < 0 || xx >= w) continue;
            sum += row[xx];
            ++cnt;
        }
    }
    float* orow = (float*)((char*)out + y * pitch);
    orow[x] = sum / cnt;
}

int main() {
    const int w = 99, h = 60;
    std::vector<float> img(w * h), res(w * h);
    for (int i = 0; i < w * h; ++i) img[i] = (float)((i * 31) % 256);

    float *d_in, *d_out;
    size_t pitch, pitchOut;
    gpuErrchk(cudaMallocPitch(&d_in, &pitch, w * sizeof(float), h));
    gpuErrchk(cudaMallocPitch(&d_out, &pitchOut, w * sizeof(float), h));
    gpuErrchk(cudaMemcpy2D(d_in, pitch, img.data(), w * sizeof(float), w * sizeof(float), h,
                           cudaMemcpyHostToDevice));

    dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
    blur<<<grid, block>>>(d_in, d_out, pitch, w, h);
    gpuErrchk(cudaGetLastError());
    gpuErrchk(cudaDeviceSynchronize());

    gpuErrchk(cudaMemcpy2D(res.data(), pitch, d_out, pitchOut, w * sizeof(float), h, cudaMemcpyDeviceToHost));  // defect: copy-out-of-bounds

    double sum = 0;
    for (int i = 0; i < w * h; ++i) sum += res[i];
    printf("mean %.3f\n", sum / (w * h));
    gpuErrchk(cudaFree(d_in));
    gpuErrchk(cudaFree(d_out));
    return 0;
}
