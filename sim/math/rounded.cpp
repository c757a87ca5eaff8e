// Arithmetic with a rounding direction: __dadd_ru, __fmaf_rz, __double2float_rd and related functions. The processor
// performs it: its rounding mode is set around one operation, in a function that the compiler knows to depend on it.

#include <cfenv>
#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#pragma STDC FENV_ACCESS ON

#define MATH extern "C" __attribute__((visibility("default"), noinline))

namespace {

// The directions' codes are the rounding control field of MXCSR: 0 to nearest even, 1 down, 2 up, 3 towards zero.
class Rounding {
 public:
#if defined(__x86_64__)
  explicit Rounding(int direction) : saved_(_mm_getcsr()) {
    _mm_setcsr((saved_ & ~0x6000u) | static_cast<unsigned>(direction) << 13);
  }
  ~Rounding() { _mm_setcsr(saved_); }

 private:
  unsigned saved_;
#else
  explicit Rounding(int direction) : saved_(std::fegetround()) {
    constexpr int kModes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    std::fesetround(kModes[direction & 3]);
  }
  ~Rounding() { std::fesetround(saved_); }

 private:
  int saved_;
#endif
};

#if defined(__x86_64__)
__attribute__((target("fma"))) double Fma(double x, double y, double z) {
  return _mm_cvtsd_f64(_mm_fmadd_sd(_mm_set_sd(x), _mm_set_sd(y), _mm_set_sd(z)));
}
__attribute__((target("fma"))) float Fma(float x, float y, float z) {
  return _mm_cvtss_f32(_mm_fmadd_ss(_mm_set_ss(x), _mm_set_ss(y), _mm_set_ss(z)));
}
#else
double Fma(double x, double y, double z) { return std::fma(x, y, z); }
float Fma(float x, float y, float z) { return std::fma(x, y, z); }
#endif

}  // namespace

#define ROUNDED(result, name, parameters, expression)             \
  MATH result __lockstep_math_##name(parameters, int direction) { \
    Rounding rounding(direction);                                 \
    result value = (expression);                                  \
    return value;                                                 \
  }
#define LIST(...) __VA_ARGS__

ROUNDED(double, add_rounded, LIST(double x, double y), x + y)
ROUNDED(float, addf_rounded, LIST(float x, float y), x + y)
ROUNDED(double, mul_rounded, LIST(double x, double y), x* y)
ROUNDED(float, mulf_rounded, LIST(float x, float y), x* y)
ROUNDED(double, div_rounded, LIST(double x, double y), x / y)
ROUNDED(float, divf_rounded, LIST(float x, float y), x / y)
ROUNDED(double, sqrt_rounded, double x, __builtin_sqrt(x))
ROUNDED(float, sqrtf_rounded, float x, __builtin_sqrtf(x))
ROUNDED(double, fma_rounded, LIST(double x, double y, double z), Fma(x, y, z))
ROUNDED(float, fmaf_rounded, LIST(float x, float y, float z), Fma(x, y, z))
ROUNDED(float, narrow_rounded, double x, static_cast<float>(x))
ROUNDED(double, from_ll_rounded, long long x, static_cast<double>(x))
ROUNDED(float, from_llf_rounded, long long x, static_cast<float>(x))
ROUNDED(double, from_ull_rounded, unsigned long long x, static_cast<double>(x))
ROUNDED(float, from_ullf_rounded, unsigned long long x, static_cast<float>(x))
