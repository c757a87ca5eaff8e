// The meaning of Python's operators for negative numbers, for kernels that are translated from Python.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

// Rounds down, as `//`.
template <class A, class B>
__device__ inline auto python_floor_div(A a, B b) -> decltype(a + b) {
  using Number = decltype(a + b);
  if constexpr (Number(1) / Number(2) != 0)
    return floor(Number(a) / Number(b));
  else
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// Has the sign of b, as `%`.
template <class A, class B>
__device__ inline auto python_mod(A a, B b) -> decltype(a + b) {
  using Number = decltype(a + b);
  Number rest;
  if constexpr (Number(1) / Number(2) != 0)
    rest = fmod(Number(a), Number(b));
  else
    rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// The index of an element: a negative one counts from the end.
__device__ inline long long python_index(long long index, long long size) { return index < 0 ? index + size : index; }

// The place of a slice's end: from the end if it is negative, and never outside.
__device__ inline long long python_slice_end(long long end, long long size) {
  if (end < 0) end += size;
  return end < 0 ? 0 : end > size ? size : end;
}

// The same of a slice that goes down, which may end before the first element.
__device__ inline long long python_slice_end_down(long long end, long long size) {
  if (end < 0) end += size;
  return end < -1 ? -1 : end >= size ? size - 1 : end;
}

// How many elements a slice has.
__device__ inline long long python_slice_size(long long begin, long long end, long long step) {
  return begin < end ? (end - begin + step - 1) / step : 0;
}

// How many numbers a range has.
__device__ inline long long python_range_size(long long start, long long stop, long long step) {
  const long long size = step > 0 ? (stop - start + step - 1) / step : (start - stop - step - 1) / -step;
  return size < 0 ? 0 : size;
}

// Of an array in dynamic shared memory.
template <class T>
__device__ inline int python_dynamic_size() {
  unsigned bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  return int(bytes / sizeof(T));
}

// `**` of integers; a negative exponent gives 0, as in Numba.
__device__ inline int64_t python_pow(int64_t base, int64_t exponent) {
  int64_t result = exponent < 0 ? 0 : 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) result *= base;
  return result;
}

// To so many digits; of two neighbours that are as near, the even one.
__device__ inline double python_round(double value, long long digits) {
  if (isnan(value) || isinf(value) || digits > 22 + 300) return value;
  // Powers of ten above 1e22 are not exact, so that they are two factors.
  const double first = pow(10.0, double(digits < 0 ? -digits : digits > 22 ? digits - 22 : digits));
  const double second = digits > 22 ? 1e22 : 1;
  const double scaled = digits < 0 ? value / first : value * first * second;
  if (isnan(scaled) || isinf(scaled)) return value;
  const double whole = rint(scaled);
  return digits < 0 ? whole * first : whole / second / first;
}

// The parts of frexp and modf.
template <class T>
__device__ inline T python_frexp_fraction(T value) {
  int exponent;
  return frexp(value, &exponent);
}
template <class T>
__device__ inline int python_frexp_exponent(T value) {
  int exponent;
  frexp(value, &exponent);
  return exponent;
}
template <class T>
__device__ inline T python_modf_fraction(T value) {
  T whole;
  return modf(value, &whole);
}
template <class T>
__device__ inline T python_modf_whole(T value) {
  T whole;
  modf(value, &whole);
  return whole;
}

// numpy's: a NaN wins in minimum and maximum, and loses in fmin and fmax.
template <class T>
__device__ inline T python_minimum(T a, T b) {
  return a != a || a < b ? a : b;
}
template <class T>
__device__ inline T python_maximum(T a, T b) {
  return a != a || a > b ? a : b;
}
template <class T>
__device__ inline T python_fmin(T a, T b) {
  return b != b || a < b ? a : b;
}
template <class T>
__device__ inline T python_fmax(T a, T b) {
  return b != b || a > b ? a : b;
}

// The lanes of the warp before this one.
__device__ inline int python_lanemask_lt() {
  return int((1u << ((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32)) - 1);
}

// CUDA has these for 32 bits only.
__device__ inline unsigned python_atomic_inc(unsigned* at, unsigned limit) { return atomicInc(at, limit); }
__device__ inline unsigned python_atomic_dec(unsigned* at, unsigned limit) { return atomicDec(at, limit); }
__device__ inline unsigned long long python_atomic_inc(unsigned long long* at, unsigned long long limit) {
  unsigned long long seen = *at;
  for (;;) {
    const unsigned long long before = atomicCAS(at, seen, seen >= limit ? 0 : seen + 1);
    if (before == seen) return before;
    seen = before;
  }
}
__device__ inline unsigned long long python_atomic_dec(unsigned long long* at, unsigned long long limit) {
  unsigned long long seen = *at;
  for (;;) {
    const unsigned long long before = atomicCAS(at, seen, seen == 0 || seen > limit ? limit : seen - 1);
    if (before == seen) return before;
    seen = before;
  }
}

// CUDA has these for integers only. `takes_nan`: a NaN in memory is replaced.
template <class T, class Word>
__device__ inline T python_atomic_extreme(T* address, T value, bool is_max, bool takes_nan = false) {
  Word* const word = reinterpret_cast<Word*>(address);
  Word seen = *word;
  for (;;) {
    T now;
    memcpy(&now, &seen, sizeof now);
    const bool is_taken = takes_nan && now != now && value == value;
    if (!is_taken && !(is_max ? value > now : value < now)) return now;
    Word wanted;
    memcpy(&wanted, &value, sizeof wanted);
    const Word before = atomicCAS(word, seen, wanted);
    if (before == seen) return now;
    seen = before;
  }
}
__device__ inline float python_atomic_max(float* at, float value) {
  return python_atomic_extreme<float, unsigned>(at, value, true);
}
__device__ inline float python_atomic_min(float* at, float value) {
  return python_atomic_extreme<float, unsigned>(at, value, false);
}
__device__ inline double python_atomic_max(double* at, double value) {
  return python_atomic_extreme<double, unsigned long long>(at, value, true);
}
__device__ inline double python_atomic_min(double* at, double value) {
  return python_atomic_extreme<double, unsigned long long>(at, value, false);
}
__device__ inline float python_atomic_nanmax(float* at, float value) {
  return python_atomic_extreme<float, unsigned>(at, value, true, true);
}
__device__ inline float python_atomic_nanmin(float* at, float value) {
  return python_atomic_extreme<float, unsigned>(at, value, false, true);
}
__device__ inline double python_atomic_nanmax(double* at, double value) {
  return python_atomic_extreme<double, unsigned long long>(at, value, true, true);
}
__device__ inline double python_atomic_nanmin(double* at, double value) {
  return python_atomic_extreme<double, unsigned long long>(at, value, false, true);
}
