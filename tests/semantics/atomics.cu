// The results of atomic functions, returned and stored, at their limits.
#include "show.h"

__device__ int cell;
__device__ unsigned counter;
__device__ unsigned long long wide;
__device__ float real;
__device__ __half2 halves;

__global__ void Edges(float nan, int one) {
  counter = 5;
  SHOW(atomicInc(&counter, 5u));
  SHOW(counter);
  counter = 9;
  SHOW(atomicInc(&counter, 5u));
  SHOW(counter);
  counter = 0;
  SHOW(atomicDec(&counter, 5u));
  SHOW(counter);
  counter = 9;
  SHOW(atomicDec(&counter, 5u));
  SHOW(counter);
  cell = 0x7fffffff;
  SHOW(atomicAdd(&cell, one));
  SHOW(cell);
  SHOW(atomicSub(&cell, one));
  SHOW(atomicMin(&cell, -one));
  SHOW(atomicMax(&cell, one));
  SHOW(atomicExch(&cell, 77 * one));
  SHOW(atomicCAS(&cell, 76, 1));
  SHOW(atomicCAS(&cell, 77, 1));
  SHOW(atomicAnd(&cell, 3));
  SHOW(atomicOr(&cell, 12));
  SHOW(atomicXor(&cell, 5));
  SHOW(cell);
  wide = ~0ull;
  SHOW(atomicAdd(&wide, 1ull));
  SHOW(atomicMax(&wide, 1ull << 63));
  SHOW(wide);
  real = 1;
  SHOW(atomicAdd(&real, nan));
  SHOW(real);
  real = 3e38f;
  SHOW(atomicAdd(&real, 3e38f));
  SHOW(real);
  halves = __floats2half2_rn(1, 65504);
  const __half2 before = atomicAdd(&halves, __floats2half2_rn(2, 32));
  SHOW(__low2half(before));
  SHOW(__high2half(before));
  SHOW(__low2half(halves));
  SHOW(__high2half(halves));
}

int main() {
  Edges<<<1, 1>>>(__builtin_nanf(""), 1);
  return Ended();
}
