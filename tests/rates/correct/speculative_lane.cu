#include <cstdio>
#include <vector>

struct Item {
    char tag;
    // three bytes of padding here
    int value;
    bool used;
};

// Copies whole structs with their padding. Odd threads take over the item of their neighbour.
__global__ void gather(const Item *in, Item *out, int n)
{
    __shared__ Item tile[32];
    const int i = blockIdx.x * 32 + threadIdx.x;
    if (i < n && threadIdx.x % 2 == 0) tile[threadIdx.x] = in[i];
    __syncthreads();
    if (i < n) {
        Item mine = tile[threadIdx.x & ~1u];   // the odd cells stay unwritten, and nobody reads them
        if (threadIdx.x % 2) {
            mine.tag = 'o';
            mine.used = false;
        }
        out[i] = mine;
    }
}

int main()
{
    const int n = 75;
    std::vector<Item> h(n);
    for (int i = 0; i < n; ++i) { h[i].tag = 'e'; h[i].value = i * 10; h[i].used = true; }
    Item *in, *out;
    cudaMalloc(&in, n * sizeof(Item));
    cudaMalloc(&out, n * sizeof(Item));
    cudaMemcpy(in, h.data(), n * sizeof(Item), cudaMemcpyHostToDevice);
    gather<<<(n + 31) / 32, 32>>>(in, out, n);
    cudaMemcpy(h.data(), out, n * sizeof(Item), cudaMemcpyDeviceToHost);
    int used = 0;
    for (const Item &item : h) used += item.used ? item.value : 1;
    printf("%d\n", used);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
