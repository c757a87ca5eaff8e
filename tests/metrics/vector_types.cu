// One instruction for each element whose alignment allows a single move on the device, whichever members are used. 1 warp.

#include <cuda_fp16.h>

#include <cstdio>

struct Mixed {
  double d;
  float f;
  int i;
};

__global__ void Read(const char* in, float* out) {
  const int i = threadIdx.x;
  const float2 a = reinterpret_cast<const float2*>(in)[i];    // metric: load global requests=1 sectors=8 ideal_sectors=8
  const int4 b = reinterpret_cast<const int4*>(in)[i];        // metric: load global requests=1 sectors=16 ideal_sectors=16
  const uchar4 c = reinterpret_cast<const uchar4*>(in)[i];    // metric: load global requests=1 sectors=4 ideal_sectors=4
  const __half2 d = reinterpret_cast<const __half2*>(in)[i];  // metric: load global requests=1 sectors=4
  const double2 e = reinterpret_cast<const double2*>(in)[i];  // metric: load global requests=1 sectors=16
  const Mixed f = reinterpret_cast<const Mixed*>(in)[i];      // metric: load global requests=2 sectors=32 ideal_sectors=16 advice: scattered-access
  float sum = a.x + b.x + b.w + c.w + __low2float(d) + e.x + f.f;
  sum += __ldg(reinterpret_cast<const float*>(in) + i);       // metric: load global requests=1 sectors=4
  sum += __ldg(reinterpret_cast<const float4*>(in) + i).z;    // metric: load global requests=1 sectors=16
  out[i] = sum;                                               // metric: store global requests=1 sectors=4
}

// A cell of a shared array that begins at a multiple of 16 by its index, as a float4 and into an array of four.
__global__ void Cells(float* out) {
  __shared__ __align__(16) float cells[4][68];
  const int i = threadIdx.x;
  for (int row = 0; row < 4; ++row) cells[row][i] = cells[row][i + 32] = 1;
  __syncthreads();
  const float4 a = *reinterpret_cast<const float4*>(&cells[i / 16][4 * (i % 16)]);  // metric: load shared requests=1
  float b[4];
  *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&cells[1][4 * (i % 16)]);  // metric: load shared requests=1
  out[i] = a.x + a.w + b[0] + b[3];
}

int main() {
  char* in;
  float* out;
  cudaMalloc(&in, 32 * 16);
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 32 * 16);
  Read<<<1, 32>>>(in, out);
  Cells<<<1, 32>>>(out);
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(in);
  cudaFree(out);
  std::puts(right ? "ok" : "wrong");
  return !right;
}
