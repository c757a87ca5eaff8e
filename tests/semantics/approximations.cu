// The fast functions, which CUDA defines only up to an error, and the library's, with the largest errors that CUDA
// documents.
#include "show.h"

#define SHOW_AT(x)                                                      \
  SHOW_WITHIN(__sinf(x), 4.2e-7);                                       \
  SHOW_WITHIN(__cosf(x), 6.2e-7);                                       \
  SHOW_WITHIN_ULPS(__expf(x), 2 + static_cast<int>(1.173f * fabsf(x))); \
  SHOW_WITHIN_ULPS(exp2f(x), 2);                                        \
  SHOW_WITHIN_ULPS(expf(x), 2);                                         \
  SHOW_WITHIN_ULPS(exp10f(x), 2);                                       \
  SHOW_WITHIN_ULPS(expm1f(x), 1);                                       \
  SHOW_WITHIN_ULPS(sinf(x), 2);                                         \
  SHOW_WITHIN_ULPS(cosf(x), 2);                                         \
  SHOW_WITHIN_ULPS(tanf(x), 4);                                         \
  SHOW_WITHIN_ULPS(tanhf(x), 2);                                        \
  SHOW_WITHIN_ULPS(atanf(x), 2);                                        \
  SHOW_WITHIN_ULPS(cbrtf(x), 1);                                        \
  SHOW_WITHIN_ULPS(erff(x), 2);                                         \
  SHOW_WITHIN_ULPS(erfcf(x), 4);                                        \
  SHOW_WITHIN_ULPS(tgammaf(x + 4), 5);                                  \
  SHOW_WITHIN_ULPS(normcdff(x), 5)

#define SHOW_AT_POSITIVE(x)                 \
  SHOW_WITHIN_ULPS(logf(x), 1);             \
  SHOW_WITHIN_ULPS(log2f(x), 1);            \
  SHOW_WITHIN_ULPS(log10f(x), 2);           \
  SHOW_WITHIN_ULPS(log1pf(x), 1);           \
  SHOW_WITHIN_ULPS(rsqrtf(x), 2);           \
  SHOW_WITHIN_ULPS(sqrtf(x), 0);            \
  SHOW_WITHIN_ULPS(__frsqrt_rn(x), 0);      \
  SHOW_WITHIN_ULPS(rcbrtf(x), 1);           \
  SHOW_WITHIN_ULPS(powf(x, 1.7f), 4);       \
  SHOW_WITHIN_ULPS(__fdividef(1.0f, x), 2); \
  SHOW_WITHIN_ULPS(lgammaf(x + 4), 6)

struct Operands {
  float a = 0.1f, b = 0.7853982f, c = -1.25f, d = 3.0f, e = 0.0009765625f, f = 87.5f, zero = 0, inf = __builtin_inff(),
        tiny = 1e-40f, large = 105615.0f, huge = 1e38f;
};

__global__ void Everywhere(const Operands v) {
  SHOW_AT(v.a);
  SHOW_AT(v.b);
  SHOW_AT(v.c);
  SHOW_AT(v.d);
}

__global__ void Positive(const Operands v) {
  SHOW_AT_POSITIVE(v.a);
  SHOW_AT_POSITIVE(v.b);
  SHOW_AT_POSITIVE(v.d);
  SHOW_AT_POSITIVE(v.e);
  SHOW_AT_POSITIVE(v.f);
}

// Documented special cases are exact.
__global__ void AtEdges(const Operands v) {
  SHOW_WITHIN_ULPS(sinf(v.large), 2);
  SHOW_WITHIN_ULPS(cosf(v.huge), 2);
  SHOW(sinf(v.inf));
  SHOW(expf(-v.inf));
  SHOW(expf(v.inf));
  SHOW(logf(v.zero));
  SHOW(rsqrtf(v.zero));
  SHOW(rsqrtf(v.inf));
  SHOW(tanhf(v.inf));
  SHOW(__expf(-v.inf));
  SHOW(__expf(v.inf));
  SHOW(__logf(v.zero));
  SHOW(__fdividef(v.a, v.inf));
  SHOW(__fdividef(v.a, v.huge * 3));
  SHOW(__powf(v.zero, v.a));
  SHOW(__tanf(v.zero));
  SHOW_WITHIN_ULPS(expf(-v.f), 2);
  SHOW_WITHIN_ULPS(logf(v.tiny), 1);
  SHOW_WITHIN(__log2f(v.b), 5e-7);
  SHOW_WITHIN(__logf(v.b), 5e-7);
  SHOW_WITHIN(__log10f(v.b), 5e-7);
}

int main() {
  const Operands operands;
  Everywhere<<<1, 1>>>(operands);
  Positive<<<1, 1>>>(operands);
  AtEdges<<<1, 1>>>(operands);
  return Ended();
}
