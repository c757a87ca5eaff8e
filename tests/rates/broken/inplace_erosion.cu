#include <cstdio>
#include <vector>

__global__ void erode(unsigned char *img, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    unsigned char m = 255;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            m = min(m, img[(y + dy) * w + x + dx]);  // defect: race-global
    img[y * w + x] = m;  // defect: race-global
}

int main()
{
    const int w = 48, h = 32;
    std::vector<unsigned char> img(w * h, 255);
    for (int i = 0; i < 20; ++i) img[(i * 97) % (w * h)] = 0;
    unsigned char *d;
    cudaMalloc(&d, img.size());
    cudaMemcpy(d, img.data(), img.size(), cudaMemcpyHostToDevice);
    erode<<<dim3(3, 2), dim3(16, 16)>>>(d, w, h);
    cudaMemcpy(img.data(), d, img.size(), cudaMemcpyDeviceToHost);
    int black = 0;
    for (auto p : img) black += p == 0;
    printf("%d black pixels\n", black);
    cudaFree(d);
    return 0;
}
