#include <cstdio>
#include <vector>

__device__ int nextItem;

__device__ int collatz(long long n)
{
    int steps = 0;
    while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; ++steps; }
    return steps;
}

// Persistent blocks fetch work for all their threads until there is none left.
__global__ void worker(int *steps, int items)
{
    __shared__ int first;
    while (true) {
        __syncthreads();   // nobody may still read `first`
        if (threadIdx.x == 0)
            first = atomicAdd(&nextItem, blockDim.x);
        __syncthreads();
        if (first >= items)
            return;        // all threads of the block see the same value
        int i = first + threadIdx.x;
        if (i < items)
            steps[i] = collatz(i + 1);
    }
}

int main()
{
    const int items = 450;
    int *d, zero = 0;
    std::vector<int> h(items);
    cudaMalloc(&d, items * sizeof(int));
    cudaMemcpyToSymbol(nextItem, &zero, sizeof zero);
    worker<<<3, 64>>>(d, items);
    cudaMemcpy(h.data(), d, items * sizeof(int), cudaMemcpyDeviceToHost);
    printf("27 takes %d steps\n", h[26]);
    cudaFree(d);
    return 0;
}
