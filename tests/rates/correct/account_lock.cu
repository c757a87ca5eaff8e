// Transfers between accounts under one lock, read and write both inside.
#include <cstdio>

__device__ volatile int balance[8];
__device__ int mutex = 0;

__device__ void lock() { while (atomicCAS(&mutex, 0, 1) != 0) { __nanosleep(50); } __threadfence(); }
__device__ void unlock() { __threadfence(); atomicExch(&mutex, 0); }

__global__ void open(int amount) { balance[threadIdx.x] = amount; }

__global__ void transfer(int rounds)
{
    if (threadIdx.x != 0) return;   // one thread of each block
    for (int r = 0; r < rounds; ++r) {
        int from = (blockIdx.x + r) % 8, to = (blockIdx.x * 3 + r + 1) % 8;
        lock();
        if (balance[from] > 0) {
            balance[from] = balance[from] - 1;
            balance[to] = balance[to] + 1;
        }
        unlock();
    }
}

int main()
{
    open<<<1, 8>>>(100);
    transfer<<<6, 32>>>(5);
    int b[8];
    cudaMemcpyFromSymbol(b, balance, sizeof b);
    int sum = 0;
    for (int x : b) sum += x;
    printf("sum %d (800)\n", sum);
    return cudaDeviceSynchronize() != cudaSuccess;
}
