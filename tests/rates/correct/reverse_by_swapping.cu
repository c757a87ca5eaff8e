#include <cstdio>
#include <vector>

// In place and without barriers: each thread swaps one pair that belongs to it alone.
__global__ void reverse(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = n - 1 - i;
    if (i < j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

int main()
{
    const int n = 301;
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = i;
    int *d;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    reverse<<<(n + 31) / 32, 32>>>(d, n);
    cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[n / 2], h[n - 1]);
    cudaFree(d);
    return 0;
}
