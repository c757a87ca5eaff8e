// Operations and bytes of six kernels, and how fast three devices can be with them.
//
//   lockstep check --explain roofline.cu

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Three operations for two floats read and one written.
__global__ void mix(const float* a, const float* b, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = a[i];
  out[i] = x + 0.25f * (b[i] - x);
}

constexpr int kSide = 16;    // the product has kSide x kSide cells,
constexpr int kLength = 48;  // each the sum of kLength products

__global__ void product(const float* m, const float* n, float* out) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < kLength; ++k) {
    sum += m[row * kLength + k] * n[k * kSide + column];
  }
  out[row * kSide + column] = sum;
}

template <int tile>
__global__ void tiled(const float* m, const float* n, float* out) {
  __shared__ float ms[tile][tile];
  __shared__ float ns[tile][tile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = blockIdx.x * tile + tx;
  int row = blockIdx.y * tile + ty;
  float sum = 0;
  for (int first = 0; first < kLength; first += tile) {
    ms[ty][tx] = m[row * kLength + first + tx];
    ns[ty][tx] = n[(first + ty) * kSide + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) {
      sum += ms[ty][k] * ns[k][tx];
    }
    __syncthreads();
  }
  out[row * kSide + column] = sum;
}

// Rabbits: a hundred years, three operations each, for one float read and one written.
__global__ void grow(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int year = 0; year < 100; ++year) {
    x = 3.6f * x * (1 - x);
  }
  out[i] = x;
}

// What a device does in a nanosecond at most, and what a kernel does altogether.
struct Device {
  float operations, bytes;
};
struct Counts {
  float operations, bytes;
};

// A block for each device, a thread for each kernel.
__global__ void how_fast(const Device* devices, const Counts* counts, float* at_most) {
  Device device = devices[blockIdx.x];
  Counts kernel = counts[threadIdx.x];
  float intensity = kernel.operations / kernel.bytes;
  float by_memory = intensity * device.bytes;
  float by_cores = device.operations;
  float roof = min(by_memory, by_cores);
  at_most[blockIdx.x * blockDim.x + threadIdx.x] = roof;
}

constexpr int kDouble = 5;  // so many pixels to the right, or up, are twice as much
constexpr int kWidth = 11 * kDouble, kHeight = 9 * kDouble;

// The roof of one device, a thread for each pixel.
__global__ void paint(const Device* devices, const Counts* counts, int kernels, unsigned char* picture) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float intensity = exp2f(1.f * x / kDouble - 4);                 // from 1/16 of an operation for each byte
  float speed = exp2f(1.f * (kHeight - 1 - y) / kDouble + 4.5f);  // from 23 operations in a nanosecond
  float by_memory = intensity * devices[0].bytes;
  float by_cores = devices[0].operations;
  float roof = min(by_memory, by_cores);
  float pixels_below = kDouble * log2f(roof / speed);
  int red = 30, green = 34, blue = 42;
  if (pixels_below >= 0.5f) red = by_memory < by_cores ? 26 : 88, green = by_memory < by_cores ? 62 : 60, blue = 70;
  if (fabsf(pixels_below) < 0.5f) red = green = blue = 210;
  for (int k = 0; k < kernels; ++k) {
    float pixels_aside = kDouble * fabsf(log2f(intensity / (counts[k].operations / counts[k].bytes)));
    if (pixels_aside < 0.5f && pixels_below > 0.5f) red = 240, green = 160, blue = 60;
    if (pixels_aside < 1.5f && fabsf(pixels_below) < 1.5f) red = 255, green = 200, blue = 90;
  }
  unsigned char* pixel = picture + 3 * (y * kWidth + x);
  pixel[0] = red, pixel[1] = green, pixel[2] = blue;
}

int main() {
  const int n = 256;
  // As NVIDIA states them, in 10^9 a second: the data sheets of T4 and H100 (SXM), the white paper of the RTX 3090.
  const std::vector<Device> devices = {{8100, 320}, {35600, 936}, {67000, 3350}};
  // What `lockstep check --explain` counts: mix, product, three tiled products, grow.
  const float sums = 2 * kSide * kSide * kLength, cells = 4 * kSide * kSide;
  const std::vector<Counts> counts = {{3 * n, 12 * n},
                                      {sums, 4 * sums + cells},
                                      {sums, 4 * sums / 4 + cells},
                                      {sums, 4 * sums / 8 + cells},
                                      {sums, 4 * sums / 16 + cells},
                                      {300 * n, 8 * n}};
  const int kinds = static_cast<int>(devices.size()), kernels = static_cast<int>(counts.size());
  const int factor = kSide * kLength;  // cells of m and of n
  const std::vector<float> numbers = lockstep::RandomInput<float>(factor, 0, 1);

  float *d_a = nullptr, *d_b = nullptr, *d_mixed = nullptr, *d_m = nullptr, *d_n = nullptr, *d_product = nullptr;
  float *d_grown = nullptr, *d_at_most = nullptr;
  Device* d_devices = nullptr;
  Counts* d_counts = nullptr;
  unsigned char* d_roof = nullptr;
  for (float** array : {&d_a, &d_b, &d_mixed, &d_product, &d_grown}) cudaMalloc(array, n * sizeof(float));
  for (float** array : {&d_m, &d_n}) cudaMalloc(array, factor * sizeof(float));
  cudaMalloc(&d_at_most, kinds * kernels * sizeof(float));
  cudaMalloc(&d_devices, kinds * sizeof(Device));
  cudaMalloc(&d_counts, kernels * sizeof(Counts));
  cudaMalloc(&d_roof, kHeight * kWidth * 3);
  for (float* array : {d_a, d_b}) cudaMemcpy(array, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (float* array : {d_m, d_n}) cudaMemcpy(array, numbers.data(), factor * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_devices, devices.data(), kinds * sizeof(Device), cudaMemcpyHostToDevice);
  cudaMemcpy(d_counts, counts.data(), kernels * sizeof(Counts), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_b, n);
  LOCKSTEP_PUBLISH(d_mixed, n);
  LOCKSTEP_PUBLISH(d_m, kSide, kLength);
  LOCKSTEP_PUBLISH(d_n, kLength, kSide);
  LOCKSTEP_PUBLISH(d_product, kSide, kSide);
  LOCKSTEP_PUBLISH(d_grown, n);
  LOCKSTEP_PUBLISH(d_devices, kinds);
  LOCKSTEP_PUBLISH(d_counts, kernels);
  LOCKSTEP_PUBLISH(d_at_most, kinds, kernels);
  LOCKSTEP_PUBLISH(d_roof, kHeight, kWidth, 3);

  mix<<<n / 64, 64>>>(d_a, d_b, d_mixed);
  product<<<dim3(2, 2), dim3(8, 8)>>>(d_m, d_n, d_product);
  tiled<4><<<dim3(4, 4), dim3(4, 4)>>>(d_m, d_n, d_product);
  tiled<8><<<dim3(2, 2), dim3(8, 8)>>>(d_m, d_n, d_product);
  tiled<16><<<1, dim3(16, 16)>>>(d_m, d_n, d_product);
  grow<<<n / 64, 64>>>(d_a, d_grown);
  how_fast<<<kinds, kernels>>>(d_devices, d_counts, d_at_most);
  paint<<<dim3(11, 5), dim3(kDouble, 9)>>>(d_devices, d_counts, kernels, d_roof);
  std::vector<float> at_most(kinds * kernels);
  const cudaError_t error =
      cudaMemcpy(at_most.data(), d_at_most, at_most.size() * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (float* array : {d_a, d_b, d_mixed, d_m, d_n, d_product, d_grown, d_at_most}) cudaFree(array);
  cudaFree(d_devices);
  cudaFree(d_counts);
  cudaFree(d_roof);
}
