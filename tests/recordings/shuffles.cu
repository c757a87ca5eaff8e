// Whose value a shuffle gave: that of the lane that was asked, or the thread's own where that lane did not come.
//
// query: exchanges where thread == 3 => shuffle down: the value of lane 5
// query: exchanges where thread == 30 => shuffle down: the value of lane 30
// query: exchanges where thread == 15 => shuffle: the value of lane 15
// query: why out[15] => lane 15

#include <cuda_runtime.h>

#include "lockstep/publish.h"

__global__ void shuffles(int* out) {
  int mine = 10 * threadIdx.x;
  out[threadIdx.x] = __shfl_down_sync(~0u, mine, 2);
  if (threadIdx.x < 16) {
    out[threadIdx.x] = __shfl_sync(0xffff, mine, 20);  // lane 20 is not there
  }
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  LOCKSTEP_PUBLISH(out, 32);
  shuffles<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
