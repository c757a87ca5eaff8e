// What operators of Python mean for negative numbers, for kernels that are translated from Python.
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

// Where an end of a slice is: from the end if it is negative, and never outside.
__device__ inline long long python_slice_end(long long end, long long size) {
  if (end < 0) end += size;
  return end < 0 ? 0 : end > size ? size : end;
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

// CUDA has these for integers only.
template <class T, class Word>
__device__ inline T python_atomic_extreme(T* address, T value, bool is_max) {
  Word* const word = reinterpret_cast<Word*>(address);
  Word seen = *word;
  for (;;) {
    T now;
    memcpy(&now, &seen, sizeof now);
    if (!(is_max ? value > now : value < now)) return now;
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
