#include <cstdio>
#include <cub/device/device_scan.cuh>
#include <vector>

int main()
{
    const int n = 1000;
    std::vector<int> h(n, 2);
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    void *temp = nullptr;
    size_t bytes = 0;
    // the first call with a null pointer only asks for the size
    cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, n);
    cudaMalloc(&temp, bytes);
    cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, n);
    cudaMemcpy(h.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[n - 1]);
    cudaFree(temp);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
