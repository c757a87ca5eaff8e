#include "sim/math/by_name.h"

#include <array>
#include <cmath>

#define DECLARED_1(name)                            \
  extern "C" double __lockstep_math_##name(double); \
  extern "C" float __lockstep_math_##name##f(float);
#define DECLARED_2(name)                                    \
  extern "C" double __lockstep_math_##name(double, double); \
  extern "C" float __lockstep_math_##name##f(float, float);
#define STANDARD_1 DECLARED_1
#define GLOBAL_1 DECLARED_1
#define CUDA_1 DECLARED_1
#define STANDARD_2 DECLARED_2
#define CUDA_2 DECLARED_2
#include "sim/toolkit/lockstep/library/math.def"

namespace lockstep::math {
namespace {

template <double (*Of)(double), float (*OfFloat)(float)>
constexpr NamedFunction Exact(std::string_view name) {
  return {.name = name, .of_double = Of, .of_float = OfFloat};
}

constexpr NamedFunction kFunctions[] = {
#define NAMED_1(word) {.name = #word, .of_double = __lockstep_math_##word, .of_float = __lockstep_math_##word##f},
#define NAMED_2(word) {.name = #word, .of_doubles = __lockstep_math_##word, .of_floats = __lockstep_math_##word##f},
#define STANDARD_1 NAMED_1
#define GLOBAL_1 NAMED_1
#define CUDA_1 NAMED_1
#define STANDARD_2 NAMED_2
#define CUDA_2 NAMED_2
#include "sim/toolkit/lockstep/library/math.def"
    Exact<sqrt, sqrtf>("sqrt"), Exact<fabs, fabsf>("fabs"),    Exact<floor, floorf>("floor"),
    Exact<ceil, ceilf>("ceil"), Exact<trunc, truncf>("trunc"), Exact<round, roundf>("round"),
    Exact<rint, rintf>("rint"),
};

}  // namespace

std::span<const NamedFunction> NamedFunctions() { return kFunctions; }

}  // namespace lockstep::math
