#include <cstdio>
#include <vector>

// Gauss-Seidel in red-black order, in place: a launch writes cells of one colour and reads only the other colour.
__global__ void sweep(float *u, int w, int h, int colour)
{
    int x = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w - 1 && y < h - 1 && ((x + y) & 1) == colour)
        u[y * w + x] = 0.25f * (u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x]);
}

int main()
{
    const int w = 34, h = 20;
    std::vector<float> u(w * h, 0.f);
    for (int x = 0; x < w; ++x) u[x] = 1;
    float *d;
    cudaMalloc(&d, u.size() * sizeof(float));
    cudaMemcpy(d, u.data(), u.size() * sizeof(float), cudaMemcpyHostToDevice);
    for (int k = 0; k < 20; ++k) sweep<<<dim3(4, 3), dim3(8, 8)>>>(d, w, h, k & 1);
    cudaMemcpy(u.data(), d, u.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", u[3 * w + w / 2]);
    cudaFree(d);
    return 0;
}
