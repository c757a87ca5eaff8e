#include <algorithm>
#include <cstdio>
#include <vector>

// Each thread sorts its own slice by recursion; the stack limit is raised for it.
__device__ void quickSort(int *a, int lo, int hi)
{
    if (lo >= hi) return;
    int pivot = a[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
        while (a[i] < pivot) ++i;
        while (a[j] > pivot) --j;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quickSort(a, lo, j);
    quickSort(a, i, hi);
}

__global__ void sortSlices(int *a, int slice, int slices)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s < slices) quickSort(a + s * slice, 0, slice - 1);
}

int main()
{
    const int slice = 50, slices = 40;
    if (cudaDeviceSetLimit(cudaLimitStackSize, 16 * 1024) != cudaSuccess) return 1;
    std::vector<int> h(slice * slices);
    for (size_t i = 0; i < h.size(); ++i) h[i] = int(i * 2654435761u >> 20);
    int *d;
    cudaMalloc(&d, h.size() * sizeof(int));
    cudaMemcpy(d, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    sortSlices<<<2, 32>>>(d, slice, slices);
    cudaMemcpy(h.data(), d, h.size() * sizeof(int), cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int s = 0; s < slices; ++s) ok &= std::is_sorted(h.begin() + s * slice, h.begin() + (s + 1) * slice);
    puts(ok ? "sorted" : "NOT sorted");
    cudaFree(d);
    return !ok;
}
