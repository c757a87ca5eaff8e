#pragma once
#pragma GCC system_header

// cuRAND's device functions: XORWOW, Philox4_32_10, MRG32k3a and the Sobol generators. The same seed, subsequence and
// offset give the same bits as cuRAND, and therefore the same uniform numbers. Normal and Poisson numbers use logarithms,
// sines and exponentials, which are fast approximations on a GPU: they differ in the last places.
//
// G. Marsaglia, "Xorshift RNGs" (2003); J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011);
// P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number generators" (1999).
// Not supported: MTGP32.

#include <math.h>
#include <memory.h>
#include <stdlib.h>
#include <string.h>
#include <cstdlib>

#include "curand.h"
#include "lockstep/device_library.h"

#if !defined(QUALIFIERS)
#define QUALIFIERS static __forceinline__ __device__
#endif

#define CURAND_2POW32 (4294967296.f)
#define CURAND_2POW32_DOUBLE (4294967296.)
#define CURAND_2POW32_INV (2.3283064e-10f)
#define CURAND_2POW32_INV_DOUBLE (2.3283064365386963e-10)
#define CURAND_2POW53_INV_DOUBLE (1.1102230246251565e-16)
#define CURAND_2POW32_INV_2PI (2.3283064e-10f * 6.2831855f)
#define CURAND_2PI (6.2831855f)
#define CURAND_PI_DOUBLE (3.1415926535897932)
#define CURAND_2PI_DOUBLE (6.2831853071795860)
#define MRG32K3A_NORM (2.3283065498378288e-10)
#define MRG32K3A_BITS_NORM 1.000000048662

// --- states, with cuRAND's layouts

// The Box-Muller method produces two normal numbers at once: the second is kept for the next call.
#define __LOCKSTEP_KEPT_NORMAL__ \
  int boxmuller_flag;            \
  int boxmuller_flag_double;     \
  float boxmuller_extra;         \
  double boxmuller_extra_double;
#define EXTRA_FLAG_NORMAL 0x00000001
#define EXTRA_FLAG_LOG_NORMAL 0x00000002

struct curandStateXORWOW {
  unsigned int d, v[5];
  __LOCKSTEP_KEPT_NORMAL__
};
struct curandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;
  uint2 key;
  unsigned int STATE;  // the index of the next word of `output`
  __LOCKSTEP_KEPT_NORMAL__
};
struct curandStateMRG32k3a {
  unsigned int s1[3];
  unsigned int s2[3];
  __LOCKSTEP_KEPT_NORMAL__
};
#undef __LOCKSTEP_KEPT_NORMAL__
struct curandStateSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

template <class State>
QUALIFIERS void __lockstep_forget_normals(State* state) {
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.f;
  state->boxmuller_extra_double = 0.;
}

// --- XORWOW

extern "C" __host__ __device__ void __lockstep_math_skip_xorwow(unsigned* v, unsigned long long steps);
extern "C" __host__ __device__ void __lockstep_math_skip_xorwow_sequences(unsigned* v, unsigned long long sequences);

QUALIFIERS unsigned int curand(curandStateXORWOW_t* state) {
  unsigned t = state->v[0] ^ state->v[0] >> 2;
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = state->v[4];
  state->v[4] = state->v[4] ^ state->v[4] << 4 ^ t ^ t << 1;
  state->d += 362437u;
  return state->v[4] + state->d;
}
// The runtime works on a copy, so that every access to the state is one of the program.
#define __LOCKSTEP_SKIP_XORWOW__(function, count)         \
  unsigned v[5];                                          \
  for (int i = 0; i < 5; ++i) v[i] = state->v[i];         \
  function(v, count);                                     \
  for (int i = 0; i < 5; ++i) state->v[i] = v[i];
QUALIFIERS void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  if (n == 0) return;
  __LOCKSTEP_SKIP_XORWOW__(__lockstep_math_skip_xorwow, n)
  state->d += 362437u * (unsigned)n;
}
// Of 2^67 steps each, a multiple of the Weyl counter's period.
QUALIFIERS void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  if (n == 0) return;
  __LOCKSTEP_SKIP_XORWOW__(__lockstep_math_skip_xorwow_sequences, n)
}
#undef __LOCKSTEP_SKIP_XORWOW__
QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                            curandStateXORWOW_t* state) {
  unsigned low = ((unsigned)seed ^ 0xaad26b49u) * 1099087573u;
  unsigned high = ((unsigned)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
  state->d = 6615241u + high + low;
  state->v[0] = 123456789u + low;
  state->v[1] = 362436069u ^ low;
  state->v[2] = 521288629u + high;
  state->v[3] = 88675123u ^ high;
  state->v[4] = 5783321u + low;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
  __lockstep_forget_normals(state);
}

// --- Philox4_32_10: ten rounds of multiplication scramble a 128-bit counter

QUALIFIERS uint4 curand_Philox4x32_10(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    unsigned long long a = 0xD2511F53ull * counter.x, b = 0xCD9E8D57ull * counter.z;
    counter = uint4{(unsigned)(b >> 32) ^ counter.y ^ key.x, (unsigned)b, (unsigned)(a >> 32) ^ counter.w ^ key.y,
                    (unsigned)a};
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return counter;
}
QUALIFIERS void __lockstep_count(curandStatePhilox4_32_10_t* state, unsigned long long low, unsigned long long high) {
  unsigned __int128 counter = (unsigned __int128)((unsigned long long)state->ctr.w << 32 | state->ctr.z) << 64 |
                              ((unsigned long long)state->ctr.y << 32 | state->ctr.x);
  counter += (unsigned __int128)high << 64 | low;
  state->ctr = uint4{(unsigned)counter, (unsigned)(counter >> 32), (unsigned)(counter >> 64), (unsigned)(counter >> 96)};
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}
QUALIFIERS unsigned int curand(curandStatePhilox4_32_10_t* state) {
  unsigned position = state->STATE;
  unsigned result = position == 0   ? state->output.x
                    : position == 1 ? state->output.y
                    : position == 2 ? state->output.z
                                    : state->output.w;
  state->STATE = position + 1;
  if (position == 3) {
    __lockstep_count(state, 1, 0);
    state->STATE = 0;
  }
  return result;
}
QUALIFIERS uint4 curand4(curandStatePhilox4_32_10_t* state) {
  uint4 now = state->output;
  __lockstep_count(state, 1, 0);
  uint4 next = state->output;
  switch (state->STATE) {
    case 0: return now;
    case 1: return uint4{now.y, now.z, now.w, next.x};
    case 2: return uint4{now.z, now.w, next.x, next.y};
    default: return uint4{now.w, next.x, next.y, next.z};
  }
}
QUALIFIERS void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  unsigned position = state->STATE + (unsigned)(n & 3);
  __lockstep_count(state, n / 4 + position / 4, 0);
  state->STATE = position % 4;
}
// Of 2^64 blocks of four numbers each.
QUALIFIERS void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  __lockstep_count(state, 0, n);
}
QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                            curandStatePhilox4_32_10_t* state) {
  state->ctr = uint4{0, 0, 0, 0};
  state->key = uint2{(unsigned)seed, (unsigned)(seed >> 32)};
  state->STATE = 0;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
  __lockstep_forget_normals(state);
}

// --- MRG32k3a

extern "C" __host__ __device__ void __lockstep_math_skip_mrg32k3a(unsigned* s, unsigned long long count, int log_stride);

// An integer in [1, 4294967087].
QUALIFIERS double curand_MRG32k3a(curandStateMRG32k3a_t* state) {
  const unsigned long long m1 = 4294967087u, m2 = 4294944443u;
  unsigned long long p1 = (1403580ull * state->s1[1] + 810728ull * (m1 - state->s1[0])) % m1;
  state->s1[0] = state->s1[1];
  state->s1[1] = state->s1[2];
  state->s1[2] = (unsigned)p1;
  unsigned long long p2 = (527612ull * state->s2[2] + 1370589ull * (m2 - state->s2[0])) % m2;
  state->s2[0] = state->s2[1];
  state->s2[1] = state->s2[2];
  state->s2[2] = (unsigned)p2;
  return (double)(p1 <= p2 ? p1 + m1 - p2 : p1 - p2);
}
QUALIFIERS unsigned int curand(curandStateMRG32k3a_t* state) {
  return (unsigned)(curand_MRG32k3a(state) * MRG32K3A_BITS_NORM);
}
QUALIFIERS void __lockstep_skip_mrg32k3a(unsigned long long n, int log_stride, curandStateMRG32k3a_t* state) {
  if (n == 0) return;
  unsigned s[6];
  for (int i = 0; i < 3; ++i) s[i] = state->s1[i], s[i + 3] = state->s2[i];
  __lockstep_math_skip_mrg32k3a(s, n, log_stride);
  for (int i = 0; i < 3; ++i) state->s1[i] = s[i], state->s2[i] = s[i + 3];
}
QUALIFIERS void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) { __lockstep_skip_mrg32k3a(n, 0, state); }
QUALIFIERS void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  __lockstep_skip_mrg32k3a(n, 76, state);
}
QUALIFIERS void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  __lockstep_skip_mrg32k3a(n, 127, state);
}
QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                            curandStateMRG32k3a_t* state) {
  unsigned long long x1 = 1, x2 = 1;
  if (seed != 0) {
    x1 = (unsigned)seed ^ 0x55555555u;
    x2 = (unsigned)((seed >> 32) ^ 0xAAAAAAAAu);
  }
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = (unsigned)((i == 1 ? x2 : x1) * 12345u % 4294967087u);
    state->s2[i] = (unsigned)((i == 1 ? x1 : x2) * 12345u % 4294944443u);
  }
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
  __lockstep_forget_normals(state);
}

// --- Sobol: each step applies one direction vector, that of the lowest zero bit of the step's number (Gray code order)

#define __LOCKSTEP_SOBOL__(State, Vectors, Word, bits, start_parameter, start)                                      \
  QUALIFIERS void skipahead(Word n, State* state) {                                                                 \
    state->i += n;                                                                                                  \
    state->x = state->c;                                                                                            \
    Word gray = state->i ^ state->i >> 1;                                                                           \
    for (int k = 0; k < bits; ++k)                                                                                  \
      if (gray >> k & 1) state->x ^= state->direction_vectors[k];                                                   \
  }                                                                                                                 \
  QUALIFIERS void curand_init(Vectors vectors, start_parameter Word offset, State* state) {                         \
    state->i = 0;                                                                                                   \
    state->c = start;                                                                                               \
    for (int k = 0; k < bits; ++k) state->direction_vectors[k] = vectors[k];                                        \
    skipahead(offset, state);                                                                                       \
  }                                                                                                                 \
  QUALIFIERS Word curand(State* state) {                                                                            \
    Word result = state->x;                                                                                         \
    int zero = __builtin_ffsll(~(unsigned long long)state->i);                                                              \
    state->x ^= state->direction_vectors[zero == 0 || zero > bits ? bits - 1 : zero - 1];                           \
    ++state->i;                                                                                                     \
    return result;                                                                                                  \
  }
#define __LOCKSTEP_SCRAMBLE_32__ unsigned int scramble,
#define __LOCKSTEP_SCRAMBLE_64__ unsigned long long scramble,
#define __LOCKSTEP_NONE__
__LOCKSTEP_SOBOL__(curandStateSobol32_t, curandDirectionVectors32_t, unsigned int, 32, __LOCKSTEP_NONE__, 0)
__LOCKSTEP_SOBOL__(curandStateScrambledSobol32_t, curandDirectionVectors32_t, unsigned int, 32,
                   __LOCKSTEP_SCRAMBLE_32__, scramble)
__LOCKSTEP_SOBOL__(curandStateSobol64_t, curandDirectionVectors64_t, unsigned long long, 64, __LOCKSTEP_NONE__, 0)
__LOCKSTEP_SOBOL__(curandStateScrambledSobol64_t, curandDirectionVectors64_t, unsigned long long, 64,
                   __LOCKSTEP_SCRAMBLE_64__, scramble)
#undef __LOCKSTEP_SOBOL__
#undef __LOCKSTEP_SCRAMBLE_32__
#undef __LOCKSTEP_SCRAMBLE_64__
#undef __LOCKSTEP_NONE__

#include "lockstep/library/random_distributions.h"
