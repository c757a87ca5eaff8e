// The state space of a pointer: __isGlobal, __isShared, __isConstant, __isLocal; in a kernel that is a loop and in one that waits.
#include <cstdio>

__constant__ int constant[4] = {1, 2, 3, 4};
__device__ int variable[4];

__device__ int Kind(const void* pointer) {
  return (int)(__isGlobal(pointer) + 2 * __isShared(pointer) + 4 * __isConstant(pointer) + 8 * __isLocal(pointer));
}

template <bool Waits>
__global__ void Ask(int* memory, int* wrong) {
  __shared__ int still[8];
  extern __shared__ int dynamic[];
  int local[3] = {1, 2, (int)threadIdx.x};
  if (Waits) __syncthreads();
  int bad = 0;
  if (Kind(memory + threadIdx.x) != 1 || Kind(&variable[2]) != 1) bad |= 1;
  if (Kind(still + 7) != 2 || Kind(dynamic + 3) != 2) bad |= 2;
  if (Kind(&constant[3]) != 4) bad |= 4;
  if (Kind(&local[local[0]]) != 8) bad |= 8;
  if (Waits) __syncthreads();
  atomicOr(wrong, bad);
}

int main() {
  int *memory, *wrong, answer = -1;
  cudaMalloc(&memory, 64 * sizeof *memory);
  cudaMalloc(&wrong, sizeof *wrong);
  cudaMemset(wrong, 0, sizeof *wrong);
  Ask<false><<<2, 64, 16>>>(memory, wrong);
  Ask<true><<<2, 64, 16>>>(memory, wrong);
  cudaMemcpy(&answer, wrong, sizeof answer, cudaMemcpyDeviceToHost);
  cudaFree(memory);
  cudaFree(wrong);
  if (answer) printf("wrong kinds: %d\n", answer);
  printf("%s\n", answer ? "wrong" : "ok");
  return answer != 0;
}
