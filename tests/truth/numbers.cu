// Indices that are NaN, wrap around or are negative, and operations that C++ leaves undefined.
// counts: undefined-arithmetic
// told: negative
#include "apart.h"

// 0/0 decides the bin: a GPU takes the first one.
__global__ void histogram(const float* values, const float* range, int* bins) {
  const float x = values[threadIdx.x] / range[0];
  atomicAdd(&bins[int(x * 8)], 1);  // expect: undefined-arithmetic
}

__global__ void far_row(int* image, int row, int pitch, int* out) {
  out[0] = image[row * pitch];  // expect: out-of-bounds-global
}

__global__ void before_first(const int* line, int* out) {
  const unsigned left = threadIdx.x - 1;
  out[threadIdx.x] = line[left];  // expect: out-of-bounds-global
}

__global__ void shift(unsigned* out, int by) {
  out[0] = 1u << by;  // expect: undefined-arithmetic
}

// The sum of large numbers is negative. Sums are not checked.
__global__ void sum(const int* in, int* out) {
  int total = 0;
  for (int i = 0; i < 4; ++i) total += in[i];  // missed: undefined-arithmetic
  out[0] = total;
}

// There is no kind for a number that is NaN or infinite.
__global__ void softmax(const float* in, float* out) {
  out[threadIdx.x] = expf(in[threadIdx.x]) / (expf(in[0]) + expf(in[1]));
}

int main() {
  Apart([] { histogram<<<1, 1>>>(Zeroed<float>(1), Zeroed<float>(1), Zeroed<int>(8)); });
  Apart([] { far_row<<<1, 1>>>(Zeroed<int>(64), 1 << 16, 1 << 15, Zeroed<int>(1)); });
  Apart([] { before_first<<<1, 2>>>(Zeroed<int>(4), Zeroed<int>(4)); });
  int *large, host[4] = {1 << 30, 1 << 30, 1 << 30, 1};
  float *scores, steep[2] = {200, 300};
  cudaMalloc(&large, sizeof host);
  cudaMalloc(&scores, sizeof steep);
  cudaMemcpy(large, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(scores, steep, sizeof steep, cudaMemcpyHostToDevice);
  shift<<<1, 1>>>(Zeroed<unsigned>(1), 40);
  sum<<<1, 1>>>(large, Zeroed<int>(1));
  softmax<<<1, 2>>>(scores, Zeroed<float>(2));
  cudaDeviceSynchronize();
  cudaFree(large);
  cudaFree(scores);
}
