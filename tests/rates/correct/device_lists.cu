#include <cstdio>

struct Cell { int value; Cell *next; };

// Lock-free stack of cells from the device heap; emptied and freed by a second kernel.
__device__ unsigned long long head;

__global__ void push(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Cell *c = (Cell *)malloc(sizeof(Cell));
    if (!c) return;
    c->value = i;
    unsigned long long old = atomicAdd(&head, 0ull), assumed;
    do {
        assumed = old;
        c->next = (Cell *)assumed;
        __threadfence();
        old = atomicCAS(&head, assumed, (unsigned long long)c);
    } while (old != assumed);
}

__global__ void drain(long long *sum)
{
    if (threadIdx.x || blockIdx.x) return;
    Cell *c = (Cell *)head;
    long long s = 0;
    while (c) {
        Cell *next = c->next;
        s += c->value;
        free(c);
        c = next;
    }
    head = 0;
    *sum = s;
}

int main()
{
    long long *d, h;
    cudaMalloc(&d, sizeof(long long));
    push<<<4, 32>>>(100);
    drain<<<1, 32>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%lld\n", h);
    cudaFree(d);
    return cudaGetLastError() != cudaSuccess;
}
