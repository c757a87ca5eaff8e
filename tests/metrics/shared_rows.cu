// The product of two matrices by blocks of 16x16 threads: a warp has two rows, and the lanes of each share their reads of `a`.
// Two sectors where the bytes would fit into one are no waste: contiguous, 32 lanes' bytes fill four. 64x64: 128 warps.

#include <cstdio>

constexpr int kSide = 64;

__global__ void Product(const float* a, const float* b, float* c) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < kSide; ++k) {
    const float left = a[y * kSide + k];  // metric: load global requests=8192 sectors=16384 ideal_sectors=8192
    sum += left * b[k * kSide + x];       // metric: load global requests=8192 sectors=16384 ideal_sectors=16384
  }
  c[y * kSide + x] = sum;                 // metric: store global requests=128 sectors=512
}

// Shared reads do not compensate for scattered ones on the same line.
__global__ void Scaled(const float* a, float* c) {
  c[threadIdx.x] = a[0] * a[2 * threadIdx.x];  // metric: load global requests=4 sectors=18 ideal_sectors=10 advice: scattered-access
}

int main() {
  float *a, *b, *c;
  for (float** each : {&a, &b, &c}) {
    cudaMalloc(each, kSide * kSide * sizeof(float));
    cudaMemset(*each, 0, kSide * kSide * sizeof(float));
  }
  Product<<<dim3(4, 4), dim3(16, 16)>>>(a, b, c);
  Scaled<<<1, 64>>>(a, c);
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (float* each : {a, b, c}) cudaFree(each);
  std::puts(right ? "ok" : "wrong");
  return !right;
}
