#include <cstdio>
#include <vector>

__global__ void zoom(cudaTextureObject_t tex, float *out, int w, int h, float factor)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = tex2D<float>(tex, x / factor + 0.5f, y / factor + 0.5f);  // beyond the border it is clamped
}

int main()
{
    const int w = 16, h = 16, W = 40, H = 40;
    std::vector<float> src(w * h), dst(W * H);
    for (int i = 0; i < w * h; ++i) src[i] = float(i % w);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, w, h);
    cudaMemcpy2DToArray(array, 0, 0, src.data(), w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice);
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaTextureDesc desc = {};
    desc.addressMode[0] = desc.addressMode[1] = cudaAddressModeClamp;
    desc.filterMode = cudaFilterModeLinear;
    desc.readMode = cudaReadModeElementType;
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    float *out;
    cudaMalloc(&out, dst.size() * sizeof(float));
    zoom<<<dim3(5, 5), dim3(8, 8)>>>(tex, out, W, H, 2.0f);
    cudaMemcpy(dst.data(), out, dst.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", dst[1], dst[2], dst[39]);
    cudaDestroyTextureObject(tex);
    cudaFreeArray(array);
    cudaFree(out);
    return 0;
}
