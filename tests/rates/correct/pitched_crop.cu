#include <cstdio>
#include <vector>

__global__ void paint(unsigned char *img, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) img[y * pitch + x] = (x ^ y) & 0xff;
}

int main()
{
    const int w = 90, h = 45, cropW = 30, cropH = 5, cropX = 60, cropY = 40;
    unsigned char *img;
    size_t pitch;
    if (cudaMallocPitch((void **)&img, &pitch, w, h) != cudaSuccess) return 1;
    paint<<<dim3(6, 3), dim3(16, 16)>>>(img, pitch, w, h);
    std::vector<unsigned char> crop(cropW * cropH);
    // the lower right corner, down to the very last byte
    cudaError_t e = cudaMemcpy2D(crop.data(), cropW, img + cropY * pitch + cropX, pitch, cropW, cropH, cudaMemcpyDeviceToHost);
    if (e != cudaSuccess)
        printf("copy: %s\n", cudaGetErrorString(e));
    printf("%d %d\n", crop[0], crop.back());
    cudaFree(img);
    return 0;
}
