// Where x is odd, the value is not written and not used.
#include <cstdio>

struct Half {
  int value;
  bool exists;
};

__device__ __noinline__ Half half(int x) {
  Half result;
  result.exists = x % 2 == 0;
  if (result.exists) result.value = x / 2;
  return result;
}

__global__ void halves(int* out) {
  const Half mine = half(threadIdx.x);
  out[threadIdx.x] = mine.exists ? mine.value : -1;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  halves<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
