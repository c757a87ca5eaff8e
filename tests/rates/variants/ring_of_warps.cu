// Warps of a block pass items through a ring in shared memory: one producer, three consumers, volatile indices and fences.
#include <cstdio>
#define SIZE 8
struct Ring { volatile int head, tail; int items[SIZE]; };
__global__ void pass(const int* in, int* out, int n) {
  __shared__ Ring ring;
  __shared__ int taken;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) { ring.head = ring.tail = 0; taken = 0; }
#if DEFECT != 4
  __syncthreads();
#endif
  if (warp == 0) {
    if (lane == 0)
      for (int i = 0; i < n; ++i) {
#if DEFECT != 1
        while (ring.head - ring.tail == SIZE) {}
        __threadfence_block();
#endif
        ring.items[i % SIZE] = in[i];  // defect1: race-shared defect2: race-shared
#if DEFECT != 2
        __threadfence_block();
#endif
        ring.head = i + 1;
      }
  } else if (warp == 1 && lane == 0) {
    for (int i = 0; i < n; ++i) {
      while (ring.head <= i) {}  // defect4: uninitialized-shared
#if DEFECT != 3
      __threadfence_block();
#endif
      int v = ring.items[i % SIZE];  // defect1: race-shared defect2: race-shared
      __threadfence_block();
      ring.tail = i + 1;
      out[i] = v * 2;
    }
  }
}
int main() {
  const int n = 40; int h[n], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&in, sizeof h); cudaMalloc(&out, sizeof h); cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  pass<<<1, 64>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  puts(h[39] == 78 ? "ok" : "FAIL"); cudaFree(in); cudaFree(out);
}
