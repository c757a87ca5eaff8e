#include <cstdio>
#include <vector>

__global__ void paint(unsigned char *img, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) img[y * pitch + x] = (x ^ y) & 0xff;
}

int main()
{
    const int w = 90, h = 45, cropW = 20, cropH = 10, cropX = 60, cropY = 40;
    unsigned char *img;
    size_t pitch;
    cudaMallocPitch((void **)&img, &pitch, w, h);
    paint<<<dim3(6, 3), dim3(16, 16)>>>(img, pitch, w, h);
    std::vector<unsigned char> crop(cropW * cropH);
    // the crop is 10 rows from row 40 on; the picture has 45
    cudaError_t e = cudaMemcpy2D(crop.data(), cropW, img + cropY * pitch + cropX, pitch, cropW, cropH, cudaMemcpyDeviceToHost);  // defect: copy-out-of-bounds
    if (e != cudaSuccess) {
        printf("copy: %s\n", cudaGetErrorString(e));
        cudaFree(img);
        return 1;
    }
    printf("%d %d\n", crop[0], crop[25]);
    cudaFree(img);
    return 0;
}
