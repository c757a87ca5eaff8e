// Two threads take two locks in opposite orders.
#include <cstdio>
__device__ int locks[2];
__device__ void take(int *l) { while (atomicCAS(l, 0, 1)) {} __threadfence(); }  // defect: deadlock|endless-kernel
__device__ void give(int *l) { __threadfence(); atomicExch(l, 0); }
__global__ void transfer(int *accounts) {
  int first = threadIdx.x / 32, second = 1 - first;
  if (threadIdx.x % 32 == 0) {
    take(&locks[first]);
    __nanosleep(100);
    take(&locks[second]);
    accounts[first]--;
    accounts[second]++;
    give(&locks[second]);
    give(&locks[first]);
  }
}
int main() {
  int *d;
  cudaMalloc(&d, 8);
  cudaMemset(d, 0, 8);
  transfer<<<1, 64>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
  printf("done\n");
}
