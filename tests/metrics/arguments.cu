// Bytes that the host hands over as arguments: the first value of each parameter whole, and each other value once, with
// the bytes that it needs.

#include <cstdio>

__global__ void Pass(float*, int, int) {}

__global__ void Long(float*, long long, short) {}

__global__ void Scaled(float*, float) {}

struct Numbers {
  int of[32] = {1, 2, 3};
};

__global__ void Several(Numbers) {}

int main() {
  float* out;
  cudaMalloc(&out, 1 << 20);
  // The passes of a loop: 12 small values of one parameter, and one of the other: 4 + 11 and 4.
  for (int shift = 0; shift < 12; ++shift) Pass<<<1, 1>>>(out, shift, 100);
  cudaDeviceSynchronize();
  // Two that are known, then those of 1, 2, 2, 3, 3, 4 and 4 bytes: 19.
  for (int value : {0, 11, -1, 256, -257, 70000, -70000, 1 << 24, -(1 << 24) - 1}) Pass<<<1, 1>>>(out, value, 100);
  // Words of a long number: 4 and 4 for 0, 2 for the other half of 1 << 40, 1 and 1 for -1. Of a short: 2 and 2. Together
  // 16.
  Long<<<1, 1>>>(out, 0, 1);
  Long<<<1, 1>>>(out, 1LL << 40, 1);
  Long<<<1, 1>>>(out, -1, 300);
  // Floats are as long as they are: 8.
  Scaled<<<1, 1>>>(out, 1.0f);
  Scaled<<<1, 1>>>(out, 3.1f);
  // Where an address leads to within its memory: 0, 4, 2 and 3 bytes.
  for (int at : {0, 1, 100, 20000}) Scaled<<<1, 1>>>(out + at, 1.0f);
  // 32 numbers at once, as small as they are: 128.
  Several<<<1, 1>>>(Numbers{});
  // host: argument_bytes=199
  cudaDeviceSynchronize();
  cudaFree(out);
  std::puts("ok");
}
