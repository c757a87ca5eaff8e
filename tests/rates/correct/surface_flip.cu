#include <cstdio>
#include <vector>

// Reads and writes the same surface: each thread swaps two texels that no other thread touches.
__global__ void flip(cudaSurfaceObject_t surf, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w / 2 || y >= h) return;
    float left, right;
    surf2Dread(&left, surf, x * (int)sizeof(float), y);
    surf2Dread(&right, surf, (w - 1 - x) * (int)sizeof(float), y);
    surf2Dwrite(right, surf, x * (int)sizeof(float), y);
    surf2Dwrite(left, surf, (w - 1 - x) * (int)sizeof(float), y);
}

int main()
{
    const int w = 20, h = 9;
    std::vector<float> img(w * h);
    for (int i = 0; i < w * h; ++i) img[i] = float(i % w);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    if (cudaMallocArray(&array, &format, w, h, cudaArraySurfaceLoadStore) != cudaSuccess) return 1;
    cudaMemcpy2DToArray(array, 0, 0, img.data(), w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice);
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaSurfaceObject_t surf = 0;
    cudaCreateSurfaceObject(&surf, &res);
    flip<<<dim3(2, 2), dim3(8, 8)>>>(surf, w, h);
    cudaMemcpy2DFromArray(img.data(), w * sizeof(float), array, 0, 0, w * sizeof(float), h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", img[0], img[w - 1]);
    cudaDestroySurfaceObject(surf);
    cudaFreeArray(array);
    return 0;
}
