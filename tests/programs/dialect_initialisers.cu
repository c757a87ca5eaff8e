// Braces, copies and conversions of CUDA's small types in the forms that nvcc accepts, on both sides.
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cstdio>

#define BOTH __host__ __device__

struct Mixed {
  half a;
  half2 b;
  nv_bfloat16 c;
  __nv_fp8_e4m3 d;
  float4 e;
  dim3 f;
};

// In device code only: g++, which nvcc gives the host's code, finds several assignments of braces to a pair.
template <class Pair, class One>
__device__ int Pairs() {
  One one(1.f), two(2.f);
  Pair pair;
  pair = {};
  int wrong = (float)pair.x != 0;
  pair = {one, two};
  wrong += (float)pair.x != 1 || (float)pair.y != 2;
  pair = {2.f, 1.f};
  wrong += (float)pair.x != 2 || (float)pair.y != 1;
  pair = {3, 4};
  wrong += (float)pair.x != 3 || (float)pair.y != 4;
  Pair several[2];
  several[0] = {};
  several[1] = pair;
  Pair copy{several[1]}, other = {several[1]};
  other = {copy};
  wrong += (float)several[0].y != 0 || (float)other.x != 3;
  several[0].x = one;
  pair = Pair();
  return wrong + ((float)pair.y != 0) + ((float)several[0].x != 1);
}

BOTH half2 Nothing() { return {}; }
BOTH half2 Both() { return {1.f, 2.f}; }

BOTH int Raw() {
  __half2_raw bits;
  bits = {0x3c00, 0x4000};
  half2 pair = bits, other;
  other = bits;
  other = {bits};
  __half_raw one;
  one = {0x3c00};
  half single = one;
  single = one;
  return (float)pair.y != 2 || (float)other.x != 1 || (float)single != 1 || (float)Nothing().x != 0 || (float)Both().y != 2;
}

BOTH int Members() {
  Mixed mixed = {}, other = {1.f, {1.f, 2.f}, 3.f};
  other.e = {1, 2, 3, 4};
  other.f = {5};
  mixed = other;
  const int wrong = (float)mixed.b.y != 2 || mixed.e.w != 4 || mixed.f.x != 5 || mixed.f.z != 1;
  mixed = {};
  return wrong + (mixed.e.x != 0);
}

BOTH int Vectors() {
  int i = 3;
  size_t n = 5;
  float4 v;
  v = {};
  v = {1, 2};
  int wrong = v.y != 2 || v.z != 0;
  v = {(float)i, 2.f, 3.f, 4.f};
  uchar4 bytes = {1, 2, 3, 255};
  bytes = {4, 3, 2, 1};
  int2 narrowed = {i, n};
  dim3 grid, block = 7, shape = {n, n};
  grid = {};
  wrong += grid.x != 1 || block.x != 7 || shape.y != 5 || shape.z != 1;
  grid = {2, 3};
  grid = 4;
  uint3 plain = grid;
  plain = {1, 2, 3};
  grid = plain;
  dim3 again{plain}, from(plain);
  wrong += again.z != 3 || from.y != 2 || v.x != 3 || bytes.w != 1 || narrowed.y != 5;
  auto [x, y, z] = make_float3(1, 2, 3);
  cuDoubleComplex c;
  c = {};
  c = {x, y};
  cuComplex d = {1, 2};
  d = cuCmulf(d, d);
  return wrong + (c.y != 2 || d.x != -3 || z != 3);
}

BOTH int Eights() {
  __nv_fp8_e4m3 one;
  one = {};
  const int wrong = (float)one != 0;
  one = __nv_fp8_e4m3(1.f);
  __nv_fp8x2_e4m3 two;
  two = {};
  __nv_fp8x4_e5m2 four{float4{1, 2, 3, 4}};
  const float4 back = (float4)four;
  return wrong + ((float)one != 1 || ((float2)two).x != 0 || back.w != 4);
}

BOTH int All() {
  return 10 * Raw() + 100 * Members() + 1000 * Vectors() + 10000 * Eights();
}
__global__ void OnDevice(int* out) {
  int2 places = {threadIdx.x, blockIdx.x};
  *out = All() + Pairs<half2, half>() + Pairs<nv_bfloat162, nv_bfloat16>() + places.x;
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof *out);
  OnDevice<<<1, 1>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess || *out != 0 || All() != 0) return printf("%d %d\n", *out, All()), 1;
  printf("ok\n");
}
