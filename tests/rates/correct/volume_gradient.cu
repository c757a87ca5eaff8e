#include <cstdio>
#include <vector>

struct Volume { cudaPitchedPtr p; int nx, ny, nz; };

__device__ float at(const Volume &v, int x, int y, int z)
{
    const char *slice = (const char *)v.p.ptr + z * v.p.pitch * v.ny;
    return ((const float *)(slice + y * v.p.pitch))[x];
}

__global__ void gradientZ(Volume v, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= v.nx || y >= v.ny || z >= v.nz) return;
    float up = at(v, x, y, min(z + 1, v.nz - 1)), down = at(v, x, y, max(z - 1, 0));
    out[(z * v.ny + y) * v.nx + x] = 0.5f * (up - down);
}

int main()
{
    Volume v{{}, 10, 7, 5};
    std::vector<float> h(v.nx * v.ny * v.nz), g(h.size());
    for (size_t i = 0; i < h.size(); ++i) h[i] = float(i / (v.nx * v.ny));
    cudaExtent extent = make_cudaExtent(v.nx * sizeof(float), v.ny, v.nz);
    cudaMalloc3D(&v.p, extent);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(h.data(), v.nx * sizeof(float), v.nx, v.ny);
    copy.dstPtr = v.p;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    float *out;
    cudaMalloc(&out, g.size() * sizeof(float));
    gradientZ<<<dim3(2, 2, 2), dim3(8, 4, 4)>>>(v, out);
    cudaMemcpy(g.data(), out, g.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", g[0], g[2 * v.nx * v.ny]);
    cudaFree(v.p.ptr);
    cudaFree(out);
    return 0;
}
