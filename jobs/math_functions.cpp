#include "jobs/math_functions.h"

#include <cmath>

#include "shared/query/functions.h"
#include "sim/math/declarations.h"

namespace lockstep::jobs {
namespace {

// Those that compiled code computes without a call, with the one result that IEEE 754 allows.
template <double (*Of)(double), float (*OfFloat)(float)>
constexpr query::MathFunction Exact(std::string_view name) {
  return {.name = name, .of_double = Of, .of_float = OfFloat};
}

constexpr query::MathFunction kMathFunctions[] = {
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

void GiveMathFunctions() { query::GiveMathFunctions(kMathFunctions); }

}  // namespace lockstep::jobs
