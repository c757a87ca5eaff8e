// Threads leave a loop with block.sync() at different rounds, and go on to another barrier.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void relax(int* a, const int* rounds) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  int t = block.thread_rank();
  s[t] = a[t];
  block.sync();
  for (int r = 0; r < rounds[t]; ++r) {
    int v = s[(t + 1) % 64];
    block.sync();  // defect: barrier-skipped|barrier-mixed|deadlock
    s[t] = v;
    block.sync();  // defect: barrier-skipped|barrier-mixed|deadlock
  }
  block.sync();  // defect: barrier-mixed|barrier-skipped
  a[t] = s[t];
}
int main() {
  int h[64], *a, *rounds;
  for (int i = 0; i < 64; ++i) h[i] = i < 32 ? 3 : 2;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&rounds, sizeof h);
  cudaMemset(a, 0, sizeof h);
  cudaMemcpy(rounds, h, sizeof h, cudaMemcpyHostToDevice);
  relax<<<1, 64>>>(a, rounds);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(rounds);
}
