// The struct that a function returns has a static member and an alias of its own type.
#include <cstdio>

struct Color {
  int red, green;
  static const Color kBlack;
  using Self = Color;
  friend struct Palette;
  friend Color;
};

__device__ __noinline__ Color mixed(int a) { return {a * 3, a + 7}; }

__global__ void mix(int* out) {
  const Color color = mixed(threadIdx.x);
  out[threadIdx.x] = color.red + color.green;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  mix<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
