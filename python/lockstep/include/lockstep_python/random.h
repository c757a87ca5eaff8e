// xoroshiro128+ of David Blackman and Sebastiano Vigna (2016: rotations by 55, 14 and 36), whose streams lie 2^64
// numbers apart, begun by their SplitMix64; the numbers that Numba's documentation promises.
#pragma once

#include <math.h>
#include <stdint.h>

__device__ inline uint64_t python_rotated(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

template <class State>
__device__ inline unsigned long long python_xoroshiro128p_next(State* state) {
  const uint64_t a = state->s0, b = state->s1 ^ a, result = a + state->s1;
  state->s0 = python_rotated(a, 55) ^ b ^ (b << 14);
  state->s1 = python_rotated(b, 36);
  return result;
}

template <class State>
__device__ inline void python_xoroshiro128p_jump(State* state) {
  const uint64_t jumps[] = {0xbeac0467eba5facb, 0xd86b048b86aa9922};
  uint64_t a = 0, b = 0;
  for (uint64_t jump : jumps)
    for (int bit = 0; bit < 64; ++bit) {
      if (jump >> bit & 1) {
        a ^= state->s0;
        b ^= state->s1;
      }
      python_xoroshiro128p_next(state);
    }
  state->s0 = a;
  state->s1 = b;
}

template <class State>
__device__ inline void python_xoroshiro128p_begin(State* state, uint64_t seed) {
  uint64_t z = seed + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  state->s0 = state->s1 = z ^ (z >> 31);
}

// In [0, 1): the upper 53 bits.
template <class State>
__device__ inline double python_xoroshiro128p_uniform_float64(State* state) {
  return double(python_xoroshiro128p_next(state) >> 11) * 0x1p-53;
}
template <class State>
__device__ inline float python_xoroshiro128p_uniform_float32(State* state) {
  return float(python_xoroshiro128p_uniform_float64(state));
}

// By Box and Muller, from two uniform numbers of float32 as in Numba, of both sizes; their second result is not used.
template <class State>
__device__ inline double python_xoroshiro128p_normal_float64(State* state) {
  const double a = python_xoroshiro128p_uniform_float32(state), b = python_xoroshiro128p_uniform_float32(state);
  return sqrt(-2.0 * log(a)) * cos(6.283185307179586 * b);
}
template <class State>
__device__ inline float python_xoroshiro128p_normal_float32(State* state) {
  const float a = python_xoroshiro128p_uniform_float32(state), b = python_xoroshiro128p_uniform_float32(state);
  return sqrtf(-2.0f * logf(a)) * cosf(6.2831855f * b);
}
