// A recorded block that waits for a later one lets it run.
//
// query: writes to out[3] => wrote 1 to out[3]
// query: writes to out[0] => wrote 1 to out[0]

#include <cuda_runtime.h>

#include "lockstep/publish.h"

// Each block waits for the next one, so the last one comes first.
__global__ void backwards(int* flags, int* out) {
  int b = gridDim.x - 1 - blockIdx.x;
  if (b > 0) {
    while (atomicAdd(&flags[b - 1], 0) == 0) continue;
  }
  out[b] = 1;
  __threadfence();
  atomicExch(&flags[b], 1);
}

int main() {
  int *flags = nullptr, *out = nullptr;
  cudaMalloc(&flags, 4 * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemset(flags, 0, 4 * sizeof(int));
  LOCKSTEP_PUBLISH(out, 4);
  backwards<<<4, 1>>>(flags, out);
  cudaDeviceSynchronize();
  cudaFree(flags);
  cudaFree(out);
}
