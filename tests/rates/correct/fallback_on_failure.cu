#include <cstdio>
#include <vector>

__global__ void triple(int *v, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v[i] *= 3;
}

int main()
{
    // Ask for an absurd amount first; fall back to chunks when it is refused.
    const int n = 4000;
    std::vector<int> h(n, 2);
    int *d = nullptr;
    int chunk = n;
    if (cudaMalloc(&d, size_t(1) << 46) != cudaSuccess) {
        cudaGetLastError();   // it is not sticky: clear it
        chunk = 1000;
        if (cudaMalloc(&d, chunk * sizeof(int)) != cudaSuccess) return 1;
    }
    // a block of 4096 threads is tried as well
    triple<<<1, 4096>>>(d, 0);
    int threads = cudaGetLastError() == cudaSuccess ? 4096 : 256;
    for (int first = 0; first < n; first += chunk) {
        cudaMemcpy(d, &h[first], chunk * sizeof(int), cudaMemcpyHostToDevice);
        triple<<<2, threads>>>(d, chunk);
        cudaMemcpy(&h[first], d, chunk * sizeof(int), cudaMemcpyDeviceToHost);
    }
    printf("%d %d with %d threads\n", h[0], h[n - 1], threads);
    cudaFree(d);
    return 0;
}
