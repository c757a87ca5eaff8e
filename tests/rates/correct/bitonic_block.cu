#include <cstdio>
#include <vector>

template <typename Key>
__global__ void bitonic(Key *keys, int n)
{
    extern __shared__ int storage[];
    Key *s = reinterpret_cast<Key *>(storage);
    // padded with the largest key up to a power of two, twice the block
    for (int i = threadIdx.x; i < 2 * blockDim.x; i += blockDim.x) s[i] = i < n ? keys[i] : Key(~Key(0));
    for (unsigned size = 2; size <= 2 * blockDim.x; size *= 2) {
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            bool up = (pos & size) == 0;
            Key a = s[pos], b = s[pos + stride];
            if ((a > b) == up) {
                s[pos] = b;
                s[pos + stride] = a;
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) keys[i] = s[i];
}

int main()
{
    const int n = 100;
    std::vector<unsigned> h(n);
    for (int i = 0; i < n; ++i) h[i] = i * 2654435761u >> 8;
    unsigned *d;
    cudaMalloc(&d, n * sizeof(unsigned));
    cudaMemcpy(d, h.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    bitonic<<<1, 64, 128 * sizeof(unsigned)>>>(d, n);
    cudaMemcpy(h.data(), d, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (int i = 1; i < n; ++i)
        if (h[i - 1] > h[i]) { puts("NOT sorted"); return 1; }
    puts("sorted");
    cudaFree(d);
    return 0;
}
