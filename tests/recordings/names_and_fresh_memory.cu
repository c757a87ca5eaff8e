// The contents of a recording besides steps: names with constant values, and unwritten memory.

#include <cuda_runtime.h>

#include <cstdio>

constexpr int kTile = 16;          // constant: kTile = 16
const unsigned kMask = 0xffu;      // constant: kMask = 255
constexpr float kHalf = 0.5f;      // constant: kHalf = 0.5f
constexpr long long kFar = -3;     // constant: kFar = -3
enum { kRounds = 3 };              // constant: kRounds = 3
enum class Side { kLeft, kRight };  // constant: Side::kRight = 1

struct Shape {
  static constexpr int kRows = 4;  // constant: Shape::kRows = 4
};

namespace sizes {
constexpr int kDepth = 2;          // constant: kDepth = 2
}

template <int kWidth, bool kFlip>  // constant: kWidth = 8 in fill, kFlip = true in fill
__global__ void fill(float* out, float* half_written, Side side) {
  constexpr int kLocal = 5;
  int i = blockIdx.x * kTile + threadIdx.x;
  for (int round = 0; round < kRounds; ++round) {
    if (i < kWidth * Shape::kRows && kFlip && (i & kMask) < sizes::kDepth * kTile + kLocal) out[i] = kHalf * i + kFar;
  }
  if (side == Side::kRight && i == 0) half_written[3] = half_written[1];
}

int main() {
  float *out, *half_written;
  cudaMalloc(&out, 64 * sizeof(float));           // unwritten: out 0..256
  cudaMalloc(&half_written, 16 * sizeof(float));  // unwritten: half_written 32..64
  cudaMemset(half_written, 0, 8 * sizeof(float));
  fill<8, true><<<2, kTile>>>(out, half_written, Side::kRight);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
