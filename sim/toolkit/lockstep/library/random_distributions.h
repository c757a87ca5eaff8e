#pragma once
#pragma GCC system_header

// Uniform, normal, log-normal and Poisson numbers from the generators of curand_kernel.h.

// Functions that only CUDA's math library has, for plain C++ files too.
#if !defined(__CUDA__)
__LOCKSTEP_MATH__ double __lockstep_math_sinpi(double);
__LOCKSTEP_MATH__ double __lockstep_math_cospi(double);
__LOCKSTEP_MATH__ double __lockstep_math_erfcinv(double);
__LOCKSTEP_MATH__ float __lockstep_math_erfcinvf(float);
#endif
QUALIFIERS double __lockstep_erfcinv(double x) { return __lockstep_math_erfcinv(x); }
QUALIFIERS float __lockstep_erfcinv(float x) { return __lockstep_math_erfcinvf(x); }

// --- uniform, in (0, 1]

QUALIFIERS float _curand_uniform(unsigned int x) { return x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f); }
QUALIFIERS float _curand_uniform(unsigned long long x) { return _curand_uniform((unsigned int)(x >> 32)); }
QUALIFIERS float4 _curand_uniform4(uint4 x) {
  return float4{_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w)};
}
QUALIFIERS double _curand_uniform_double(unsigned int x) {
  return x * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE;
}
QUALIFIERS double _curand_uniform_double(unsigned long long x) {
  return (x >> 11) * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}
QUALIFIERS unsigned long long __lockstep_53_bits(unsigned int x, unsigned int y) {
  return (unsigned long long)x ^ (unsigned long long)y << 21;
}
// From 53 bits.
QUALIFIERS double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
  return __lockstep_53_bits(x, y) * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}

QUALIFIERS float curand_uniform(curandStateXORWOW_t* state) { return _curand_uniform(curand(state)); }
QUALIFIERS float curand_uniform(curandStatePhilox4_32_10_t* state) { return _curand_uniform(curand(state)); }
QUALIFIERS float curand_uniform(curandStateMRG32k3a_t* state) { return (float)(curand_MRG32k3a(state) * MRG32K3A_NORM); }
QUALIFIERS float4 curand_uniform4(curandStatePhilox4_32_10_t* state) { return _curand_uniform4(curand4(state)); }
QUALIFIERS double curand_uniform_double(curandStateXORWOW_t* state) {
  unsigned x = curand(state), y = curand(state);
  return _curand_uniform_double_hq(x, y);
}
// One draw of 32 bits, as in cuRAND.
QUALIFIERS double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
  return _curand_uniform_double(curand(state));
}
QUALIFIERS double curand_uniform_double(curandStateMRG32k3a_t* state) { return curand_MRG32k3a(state) * MRG32K3A_NORM; }
QUALIFIERS double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  uint4 x = curand4(state);
  return double2{_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w)};
}
QUALIFIERS double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
  return double4{first.x, first.y, second.x, second.y};
}

// --- normal by G. Box and M. Muller's method: two uniform numbers make a radius and an angle

QUALIFIERS float2 __lockstep_polar(float u, float angle) {
  float radius = sqrtf(-2.0f * logf(u));
  return float2{sinf(angle) * radius, cosf(angle) * radius};
}
QUALIFIERS double2 __lockstep_polar(double u, double half_turns) {
  double radius = sqrt(-2.0 * log(u));
  return double2{__lockstep_math_sinpi(half_turns) * radius, __lockstep_math_cospi(half_turns) * radius};
}
QUALIFIERS float2 _curand_box_muller(unsigned int x, unsigned int y) {
  float u = x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2);
  float angle = y * CURAND_2POW32_INV_2PI + (CURAND_2POW32_INV_2PI / 2);
  return __lockstep_polar(u, angle);
}
QUALIFIERS double2 _curand_box_muller_double(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
  double half_turns = __lockstep_53_bits(y0, y1) * (CURAND_2POW53_INV_DOUBLE * 2.0) + CURAND_2POW53_INV_DOUBLE;
  return __lockstep_polar(_curand_uniform_double_hq(x0, x1), half_turns);
}

template <class State>
QUALIFIERS float2 curand_box_muller(State* state) {
  unsigned x = curand(state), y = curand(state);
  return _curand_box_muller(x, y);
}
QUALIFIERS float2 curand_box_muller(curandStateMRG32k3a_t* state) {
  float u = curand_uniform(state);
  return __lockstep_polar(u, curand_uniform(state) * CURAND_2PI);
}
QUALIFIERS double2 curand_box_muller_double(curandStateXORWOW_t* state) {
  unsigned x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
  return _curand_box_muller_double(x0, x1, y0, y1);
}
QUALIFIERS double2 curand_box_muller_double(curandStatePhilox4_32_10_t* state) {
  uint4 x = curand4(state);
  return _curand_box_muller_double(x.x, x.y, x.z, x.w);
}
QUALIFIERS double2 curand_box_muller_double(curandStateMRG32k3a_t* state) {
  double u = curand_uniform_double(state);
  return __lockstep_polar(u, curand_uniform_double(state) * 2.0);
}
QUALIFIERS float4 curand_box_muller4(curandStatePhilox4_32_10_t* state) {
  uint4 x = curand4(state);
  float2 first = _curand_box_muller(x.x, x.y), second = _curand_box_muller(x.z, x.w);
  return float4{first.x, first.y, second.x, second.y};
}

// The transformation of a normal number: none, or the exponential of its linear map.
struct __lockstep_as_drawn {
  static constexpr int kFlag = EXTRA_FLAG_NORMAL;
  template <class Real>
  __LOCKSTEP_MEMBER__ Real operator()(Real x) const {
    return x;
  }
};
template <class Real>
struct __lockstep_log_normal {
  static constexpr int kFlag = EXTRA_FLAG_LOG_NORMAL;
  Real mean, deviation;
  __LOCKSTEP_MEMBER__ float operator()(float x) const { return expf(mean + deviation * x); }
  __LOCKSTEP_MEMBER__ double operator()(double x) const { return exp(mean + deviation * x); }
};

// The first number of a pair is returned and the second kept. Numbers kept for normal and log-normal draws are separate.
template <class State, class Shape>
__LOCKSTEP_MEMBER__ float __lockstep_next_float(State* state, Shape shape) {
  if (state->boxmuller_flag == Shape::kFlag) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  float2 v = curand_box_muller(state);
  state->boxmuller_extra = shape(v.y);
  state->boxmuller_flag = Shape::kFlag;
  return shape(v.x);
}
template <class State, class Shape>
__LOCKSTEP_MEMBER__ double __lockstep_next_double(State* state, Shape shape) {
  if (state->boxmuller_flag_double == Shape::kFlag) {
    state->boxmuller_flag_double = 0;
    return state->boxmuller_extra_double;
  }
  double2 v = curand_box_muller_double(state);
  state->boxmuller_extra_double = shape(v.y);
  state->boxmuller_flag_double = Shape::kFlag;
  return shape(v.x);
}
template <class Shape>
__LOCKSTEP_MEMBER__ float2 __lockstep_shaped(float2 v, Shape shape) {
  return float2{shape(v.x), shape(v.y)};
}
template <class Shape>
__LOCKSTEP_MEMBER__ double2 __lockstep_shaped(double2 v, Shape shape) {
  return double2{shape(v.x), shape(v.y)};
}

#define __LOCKSTEP_NORMALS__(State)                                                                        \
  QUALIFIERS float curand_normal(State* state) { return __lockstep_next_float(state, __lockstep_as_drawn{}); } \
  QUALIFIERS double curand_normal_double(State* state) {                                                   \
    return __lockstep_next_double(state, __lockstep_as_drawn{});                                           \
  }                                                                                                        \
  QUALIFIERS float2 curand_normal2(State* state) { return curand_box_muller(state); }                      \
  QUALIFIERS double2 curand_normal2_double(State* state) { return curand_box_muller_double(state); }       \
  QUALIFIERS float curand_log_normal(State* state, float mean, float deviation) {                          \
    return __lockstep_next_float(state, __lockstep_log_normal<float>{mean, deviation});                    \
  }                                                                                                        \
  QUALIFIERS double curand_log_normal_double(State* state, double mean, double deviation) {                \
    return __lockstep_next_double(state, __lockstep_log_normal<double>{mean, deviation});                  \
  }                                                                                                        \
  QUALIFIERS float2 curand_log_normal2(State* state, float mean, float deviation) {                        \
    return __lockstep_shaped(curand_box_muller(state), __lockstep_log_normal<float>{mean, deviation});     \
  }                                                                                                        \
  QUALIFIERS double2 curand_log_normal2_double(State* state, double mean, double deviation) {              \
    return __lockstep_shaped(curand_box_muller_double(state), __lockstep_log_normal<double>{mean, deviation}); \
  }
__LOCKSTEP_NORMALS__(curandStateXORWOW_t)
__LOCKSTEP_NORMALS__(curandStatePhilox4_32_10_t)
__LOCKSTEP_NORMALS__(curandStateMRG32k3a_t)
#undef __LOCKSTEP_NORMALS__

QUALIFIERS float4 curand_normal4(curandStatePhilox4_32_10_t* state) { return curand_box_muller4(state); }
QUALIFIERS float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float deviation) {
  float4 v = curand_box_muller4(state);
  __lockstep_log_normal<float> shape{mean, deviation};
  return float4{shape(v.x), shape(v.y), shape(v.z), shape(v.w)};
}
QUALIFIERS double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  double2 first = curand_box_muller_double(state), second = curand_box_muller_double(state);
  return double4{first.x, first.y, second.x, second.y};
}
QUALIFIERS double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean, double deviation) {
  double4 v = curand_normal4_double(state);
  __lockstep_log_normal<double> shape{mean, deviation};
  return double4{shape(v.x), shape(v.y), shape(v.z), shape(v.w)};
}

// --- normal by inversion, for the Sobol generators, whose numbers must not be mixed

template <class Real>
QUALIFIERS Real __lockstep_invert(Real p, bool mirrored) {
  Real root_two = (Real)1.4142135623730951;
  Real size = root_two * (Real)__lockstep_erfcinv(2 * p);
  return mirrored ? size : -size;
}
// Numbers above one half are mirrored below it, where p has more precision.
QUALIFIERS float _curand_normal_icdf(unsigned int x) {
  bool mirrored = x > 0x80000000u;
  return __lockstep_invert(_curand_uniform(mirrored ? ~x : x), mirrored);
}
QUALIFIERS float _curand_normal_icdf(unsigned long long x) { return _curand_normal_icdf((unsigned int)(x >> 32)); }
QUALIFIERS double _curand_normal_icdf_double(unsigned int x) {
  bool mirrored = x > 0x80000000u;
  unsigned int low = mirrored ? ~x : x;
  return __lockstep_invert(low * CURAND_2POW32_INV_DOUBLE + (CURAND_2POW32_INV_DOUBLE / 2.0), mirrored);
}
QUALIFIERS double _curand_normal_icdf_double(unsigned long long x) {
  x >>= 11;
  bool mirrored = x > 0x10000000000000ull;
  unsigned long long low = mirrored ? 0x1fffffffffffffull - x : x;
  return __lockstep_invert(low * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0), mirrored);
}

// --- Poisson

// D. Knuth, The Art of Computer Programming, volume 2: multiplies uniform numbers until the product is below exp(-lambda).
template <class State>
QUALIFIERS unsigned int __lockstep_poisson_products(State* state, float lambda) {
  unsigned count = 0;
  for (float product = expf(lambda) * curand_uniform(state); product > 1.0f; product *= curand_uniform(state)) ++count;
  return count;
}

// Approximates the regularised incomplete gamma function by a squared logistic curve. The constants are those of cuRAND:
// with others, the rejection below would accept different candidates.
struct __lockstep_gamma_curve {
  float alpha, beta;
  __LOCKSTEP_MEMBER__ explicit __lockstep_gamma_curve(float a)
      : alpha(1.43248035075540910f * (1.0f / sqrtf(a - 0.12400979329415655f)) + 0.00025361074907033f),
        beta(0.21096734870196546f * (1.0f / sqrtf(a - 1.97381164089999420f)) + 0.94201734077887530f) {}
  __LOCKSTEP_MEMBER__ float At(float a, float x) const {
    float t = 1.0f + expf(alpha * (a - x) - beta);
    return 1.0f / (t * t);
  }
  __LOCKSTEP_MEMBER__ float Inverse(float a, float y) const {
    float t = beta + logf(1.0f / sqrtf(y) - 1.0f);
    return -t * (1.0f / alpha) + a;
  }
};

// Rejection sampling with that curve.
template <class State>
QUALIFIERS unsigned int __lockstep_poisson_rejection(State* state, float lambda) {
  __lockstep_gamma_curve curve(lambda);
  float log_lambda = logf(lambda);
  for (;;) {
    float x = floorf(curve.Inverse(lambda, curand_uniform(state)));
    float z = curand_uniform(state);
    float bound = (curve.At(lambda, x + 1.0f) - curve.At(lambda, x)) * 1.3f;
    float probability = expf(-lambda + x * log_lambda - (float)lgamma(1.0 + (double)x));
    if (z * bound < probability && bound >= 1e-20f) return (unsigned)x;
  }
}
QUALIFIERS unsigned int __lockstep_nearest_count(double normal, double lambda) {
  return (unsigned)(sqrt(lambda) * normal + lambda + 0.5);
}
#define __LOCKSTEP_POISSON__(State)                                                                       \
  QUALIFIERS unsigned int curand_poisson(State* state, double lambda) {                                   \
    if (lambda < 64) return __lockstep_poisson_products(state, (float)lambda);                            \
    if (lambda > 4000) return __lockstep_nearest_count(curand_normal_double(state), lambda);              \
    return __lockstep_poisson_rejection(state, (float)lambda);                                            \
  }
__LOCKSTEP_POISSON__(curandStateXORWOW_t)
__LOCKSTEP_POISSON__(curandStatePhilox4_32_10_t)
__LOCKSTEP_POISSON__(curandStateMRG32k3a_t)
#undef __LOCKSTEP_POISSON__
QUALIFIERS uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double lambda) {
  if (lambda > 4000) {
    double4 v = curand_normal4_double(state);
    return uint4{__lockstep_nearest_count(v.x, lambda), __lockstep_nearest_count(v.y, lambda),
                 __lockstep_nearest_count(v.z, lambda), __lockstep_nearest_count(v.w, lambda)};
  }
  unsigned x = curand_poisson(state, lambda), y = curand_poisson(state, lambda);
  unsigned z = curand_poisson(state, lambda), w = curand_poisson(state, lambda);
  return uint4{x, y, z, w};
}

// G. Fishman, "Discrete-event simulation": walks up the distribution until it exceeds one uniform number. exp(-lambda) is
// multiplied in pieces of 500, because smaller factors would underflow.
QUALIFIERS unsigned int __lockstep_poisson_walk(double u, double lambda) {
  double p = 1.0, q = 1.0;
  unsigned count = 0;
  int done = 0;
  do {
    double piece = lambda > done + 500.0 ? exp(-500.0) : exp(done - lambda);
    p *= piece;
    q *= piece;
    done += 500;
    while (u > q) {
      ++count;
      p *= lambda / count;
      q += p;
    }
  } while (done < lambda);
  return count;
}
QUALIFIERS double __lockstep_below_one(unsigned int x) {
  return x * CURAND_2POW32_INV_DOUBLE + (CURAND_2POW32_INV_DOUBLE / 2.0);
}
QUALIFIERS double __lockstep_below_one(unsigned long long x) {
  return (x >> 11) * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 4.0);
}

#define __LOCKSTEP_SOBOL__(State)                                                                                    \
  QUALIFIERS float curand_uniform(State* state) { return _curand_uniform(curand(state)); }                           \
  QUALIFIERS double curand_uniform_double(State* state) { return _curand_uniform_double(curand(state)); }            \
  QUALIFIERS float curand_normal(State* state) { return _curand_normal_icdf(curand(state)); }                        \
  QUALIFIERS double curand_normal_double(State* state) { return _curand_normal_icdf_double(curand(state)); }         \
  QUALIFIERS float curand_log_normal(State* state, float mean, float deviation) {                                    \
    return __lockstep_log_normal<float>{mean, deviation}(curand_normal(state));                                           \
  }                                                                                                                  \
  QUALIFIERS double curand_log_normal_double(State* state, double mean, double deviation) {                          \
    return __lockstep_log_normal<double>{mean, deviation}(curand_normal_double(state));                                    \
  }                                                                                                                  \
  QUALIFIERS unsigned int curand_poisson(State* state, double lambda) {                                              \
    auto x = curand(state);                                                                                          \
    return lambda < 1000 ? __lockstep_poisson_walk(__lockstep_below_one(x), lambda)                                  \
                         : __lockstep_nearest_count(_curand_normal_icdf_double(x), lambda);                          \
  }
__LOCKSTEP_SOBOL__(curandStateSobol32_t)
__LOCKSTEP_SOBOL__(curandStateScrambledSobol32_t)
__LOCKSTEP_SOBOL__(curandStateSobol64_t)
__LOCKSTEP_SOBOL__(curandStateScrambledSobol64_t)
#undef __LOCKSTEP_SOBOL__

// --- discrete distributions, which curandCreatePoissonDistribution (curand.h) makes

QUALIFIERS unsigned int __lockstep_discrete(double u, curandDiscreteDistribution_t distribution) {
  double at = u * distribution->length;
  unsigned column = (unsigned)at;
  if (column >= distribution->length) column = distribution->length - 1;
  return distribution->shift + (at < distribution->threshold[column] ? column : distribution->alternative[column]);
}
QUALIFIERS unsigned int __lockstep_rounded(double normal, curandDiscreteDistribution_t distribution) {
  return (unsigned)(distribution->deviation * normal + distribution->mean + 0.5);
}
#define __LOCKSTEP_DISCRETE__(State, uniform)                                                             \
  QUALIFIERS unsigned int curand_discrete(State* state, curandDiscreteDistribution_t distribution) {      \
    if (distribution->length == 0) return __lockstep_rounded(curand_normal_double(state), distribution);  \
    return __lockstep_discrete(uniform, distribution);                                                    \
  }
__LOCKSTEP_DISCRETE__(curandStateXORWOW_t, _curand_uniform_double(curand(state)))
__LOCKSTEP_DISCRETE__(curandStatePhilox4_32_10_t, _curand_uniform_double(curand(state)))
__LOCKSTEP_DISCRETE__(curandStateMRG32k3a_t, curand_uniform_double(state))
__LOCKSTEP_DISCRETE__(curandStateSobol32_t, _curand_uniform_double(curand(state)))
__LOCKSTEP_DISCRETE__(curandStateScrambledSobol32_t, _curand_uniform_double(curand(state)))
__LOCKSTEP_DISCRETE__(curandStateSobol64_t, _curand_uniform_double(curand(state)))
__LOCKSTEP_DISCRETE__(curandStateScrambledSobol64_t, _curand_uniform_double(curand(state)))
#undef __LOCKSTEP_DISCRETE__
QUALIFIERS uint4 curand_discrete4(curandStatePhilox4_32_10_t* state, curandDiscreteDistribution_t distribution) {
  if (distribution->length == 0) {
    double4 v = curand_normal4_double(state);
    return uint4{__lockstep_rounded(v.x, distribution), __lockstep_rounded(v.y, distribution),
                 __lockstep_rounded(v.z, distribution), __lockstep_rounded(v.w, distribution)};
  }
  uint4 x = curand4(state);
  return uint4{__lockstep_discrete(_curand_uniform_double(x.x), distribution),
               __lockstep_discrete(_curand_uniform_double(x.y), distribution),
               __lockstep_discrete(_curand_uniform_double(x.z), distribution),
               __lockstep_discrete(_curand_uniform_double(x.w), distribution)};
}
