// Each thread has a generator of its own in global memory, loaded, used and stored.
#include <cstdio>
struct State {
  unsigned s, c;
};
__global__ void seed(State* states) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  states[i] = {12345u + 7u * i, 1013904223u};
}
__device__ float draw(State& state) {
  state.s = state.s * 1664525u + state.c;
  return (state.s >> 8) / 16777216.0f;
}
__global__ void pi(State* states, int rounds, unsigned* inside) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  State mine = states[i];
  unsigned hits = 0;
  for (int r = 0; r < rounds; ++r) {
    float x = draw(mine), y = draw(mine);
    hits += x * x + y * y < 1;
  }
  states[i] = mine;
  for (int d = 16; d; d /= 2) hits += __shfl_xor_sync(~0u, hits, d);
  if (threadIdx.x % 32 == 0) atomicAdd(inside, hits);
}
int main() {
  State* states;
  unsigned *inside, r;
  cudaMalloc(&states, 128 * sizeof(State));
  cudaMalloc(&inside, sizeof(unsigned));
  cudaMemset(inside, 0, sizeof(unsigned));
  seed<<<2, 64>>>(states);
  for (int i = 0; i < 3; ++i) pi<<<2, 64>>>(states, 10, inside);
  cudaMemcpy(&r, inside, sizeof r, cudaMemcpyDeviceToHost);
  printf("%f\n", 4.0 * r / (128 * 30));
  cudaFree(states);
  cudaFree(inside);
}
