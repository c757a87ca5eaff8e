#include "jobs/math_functions.h"

#include <cmath>

#include "shared/query/functions.h"
#include "sim/math/declarations.h"

namespace lockstep::jobs {
namespace {

template <auto Of, auto OfFloat, std::size_t Arguments>
constexpr query::MathFunction Made(std::string_view name) {
  return query::MakeMathFunction<Of, OfFloat>(name, std::make_index_sequence<Arguments>());
}

// Those that compiled code computes without a call, with the one result that IEEE 754 allows.
template <double (*Of)(double), float (*OfFloat)(float)>
constexpr query::MathFunction Exact(std::string_view name) {
  return Made<Of, OfFloat, 1>(name);
}

constexpr query::MathFunction kMathFunctions[] = {
#define NAMED(word, arguments) Made<__lockstep_math_##word, __lockstep_math_##word##f, arguments>(#word),
#define NAMED_1(word) NAMED(word, 1)
#define NAMED_2(word) NAMED(word, 2)
#define NAMED_3(word) NAMED(word, 3)
#define NAMED_4(word) NAMED(word, 4)
#define STANDARD_1 NAMED_1
#define GLOBAL_1 NAMED_1
#define CUDA_1 NAMED_1
#define STANDARD_2 NAMED_2
#define CUDA_2 NAMED_2
#define CUDA_3 NAMED_3
#define CUDA_4 NAMED_4
#include "sim/toolkit/lockstep/library/math.def"
    Exact<sqrt, sqrtf>("sqrt"), Exact<fabs, fabsf>("fabs"),    Exact<floor, floorf>("floor"),
    Exact<ceil, ceilf>("ceil"), Exact<trunc, truncf>("trunc"), Exact<round, roundf>("round"),
    Exact<rint, rintf>("rint"), Made<fma, fmaf, 3>("fma"),
};

}  // namespace

void GiveMathFunctions() { query::GiveMathFunctions(kMathFunctions); }

}  // namespace lockstep::jobs
