// Arrays that kernels get in structs, several allocations on a line, floats of 16 and 8 bits, and queries about them.
//
// query: writes to hs[3] => wrote 1.5 to hs[3]
// query: first write to bs where isnan(new) => wrote nan to bs[3]
// query: writes to es[1] => wrote 1.5 to es[1]
// query: writes to twos[2] => wrote {x: 2.0f, y: -2.0f} to twos[2]
// query: writes to fours[2] => wrote {x: 2.0f, y: 1.0f, z: 2.0f, w: 3.0f} to fours[2]
// query: reads of b.in.data[3] => read 0 from b.in.data[3]
// query: writes to b.out[1].data[2] => wrote inf to b.out[1].data[2]
// query: why b.out[1].data[2] => b.out[1].data[2] = inf
// query: why b.out[0].data[2] => hs[2] = 1
// query: why other[1] => twice[1] = 2
// query: writes to packed[2] => wrote {low: 2, high: -2, on: true, side: 1, wide: 8589934594, last: 7} to packed[2]
// query: first write to packed[3] where packed[3].high == -3 => (3,0,0)
// query: writes to packed[1].last => wrote

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cmath>

struct View {
  float* data;
  int n;
};
struct Batch {
  View in, out[2];
};
__global__ void fill(__half* hs, __nv_bfloat16* bs, __nv_fp8_e4m3* es, __half2* twos, __nv_fp8x4_e4m3* fours, Batch b) {
  int i = threadIdx.x; hs[i] = __float2half(i * 0.5f);
  bs[i] = __float2bfloat16(i == 3 ? NAN : i * 2.0f);
  es[i] = __nv_fp8_e4m3(i * 1.5f);
  twos[i] = __floats2half2_rn(i, -i);
  fours[i] = __nv_fp8x4_e4m3(make_float4(i, 1, 2, 3));
  b.out[1].data[i] = (b.in.data[i] + i) / (i - 2.0f);
  __half third = hs[i] * __half(3);
  b.out[0].data[i] = __half2float(third);
}
enum class Side : unsigned { kLeft, kRight };
struct Packed {
  unsigned low : 3;
  int high : 5;
  bool on : 1;
  Side side : 2;
  unsigned : 4;
  unsigned long long wide : 40;
  int last;
};
__global__ void pack(Packed* packed) {
  int i = threadIdx.x;
  Packed one = {};
  one.low = i;
  one.high = -i;
  one.on = i > 1;
  one.side = Side::kRight;
  one.wide = (2ull << 32) + i;
  one.last = 7;
  packed[i] = one;
}
__global__ void double_all(float* twice) { twice[threadIdx.x] = 2.0f * threadIdx.x; }

int main() {
  __half *hs, *unused;
  __nv_bfloat16* bs;
  __nv_fp8_e4m3* es;
  __half2* twos;
  __nv_fp8x4_e4m3* fours;
  float* other;
  Batch b{};
  cudaMalloc(&hs, 64), cudaMalloc(&bs, 64), cudaMalloc(&es, 64), cudaMalloc(&twos, 64), cudaMalloc(&fours, 64);
  cudaMalloc(&b.in.data, 64), cudaMalloc(&b.out[0].data, 64), cudaMalloc(&b.out[1].data, 64);
  cudaMalloc(&unused, 64), cudaMalloc(&other, 64);
  cudaMemset(b.in.data, 0, 64);
  fill<<<1, 4>>>(hs, bs, es, twos, fours, b);
  double_all<<<1, 4>>>(other);
  Packed* packed;
  cudaMalloc(&packed, 4 * sizeof *packed);
  cudaMemset(packed, 0, 4 * sizeof *packed);
  pack<<<1, 4>>>(packed);
  return cudaDeviceSynchronize();
}
