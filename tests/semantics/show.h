// Prints the exact bits of an expression, from a kernel of one thread: `v.one << v.n32 = u32:00000000`. Two devices
// agree if their lines agree (tests/golden/said.py). Operands come from a kernel's parameter, so that no compiler knows
// them.
#pragma once

#include <cuda_fp16.h>

#include <cstdio>

__device__ inline void Show(const char* what, int value) { printf("%s = i32:%08x\n", what, value); }
__device__ inline void Show(const char* what, unsigned value) { printf("%s = u32:%08x\n", what, value); }
__device__ inline void Show(const char* what, long long value) { printf("%s = i64:%016llx\n", what, value); }
__device__ inline void Show(const char* what, unsigned long long value) { printf("%s = u64:%016llx\n", what, value); }
__device__ inline void Show(const char* what, long value) { Show(what, static_cast<long long>(value)); }
__device__ inline void Show(const char* what, unsigned long value) {
  Show(what, static_cast<unsigned long long>(value));
}
__device__ inline void Show(const char* what, short value) { printf("%s = i16:%04x\n", what, value & 0xffff); }
__device__ inline void Show(const char* what, unsigned short value) { printf("%s = u16:%04x\n", what, value); }
__device__ inline void Show(const char* what, signed char value) { printf("%s = i8:%02x\n", what, value & 0xff); }
__device__ inline void Show(const char* what, unsigned char value) { printf("%s = u8:%02x\n", what, value); }
__device__ inline void Show(const char* what, bool value) { printf("%s = b8:%02x\n", what, value ? 1 : 0); }
__device__ inline void Show(const char* what, float value) { printf("%s = f32:%08x\n", what, __float_as_uint(value)); }
__device__ inline void Show(const char* what, double value) {
  printf("%s = f64:%016llx\n", what, static_cast<unsigned long long>(__double_as_longlong(value)));
}
__device__ inline void Show(const char* what, __half value) {
  printf("%s = f16:%04x\n", what, __half_as_ushort(value));
}

#define SHOW(expression) Show(#expression, (expression))

// For functions that CUDA defines up to an error: two devices agree within the sum of both errors. ULPS is the
// documented largest error in units in the last place; the second form is for absolute errors.
#define SHOW_WITHIN_ULPS(expression, ulps) \
  printf("%s = f32:%08x within %d ulp\n", #expression, __float_as_uint(expression), 2 * (ulps))
#define SHOW_WITHIN(expression, error) \
  printf("%s = f32:%08x within %g\n", #expression, __float_as_uint(expression), 2 * (error))

// For results that CUDA leaves open: printed, and never compared.
#define SHOW_OPEN(expression) printf("%s = i32:%08x open\n", #expression, static_cast<int>(expression))

inline int Ended() {
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
  return error != cudaSuccess;
}
