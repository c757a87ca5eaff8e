// Findings whose words, or whose order, could send the reader the wrong way.
// told: it may never have been set
#include "apart.h"

// Nobody has initialised the lock, so one thread spins while the others wait at the barrier.
__global__ void count(int* lock, int* total) {
  __shared__ int mine;
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {  // expect: uninitialized-global
    }
    __threadfence();
    mine = *total;
    *total += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
  __syncthreads();  // expect: barrier-skipped
  if (mine < 0) total[1] = threadIdx.x;
}

int main(int argc, char**) {
  Apart([] {
    int* lock;
    cudaMalloc(&lock, sizeof(int));
    count<<<1, 64>>>(lock, Zeroed<int>(2));
    cudaDeviceSynchronize();
    cudaFree(lock);
  });
  int* never_set = reinterpret_cast<int*>(&argc + 16);
  cudaFree(never_set);  // expect: free-inner
  cudaGetLastError();
}
