#include "jobs/math_functions.h"

#include <gtest/gtest.h>

#include "shared/query/functions.h"
#include "sim/math/declarations.h"

namespace lockstep::jobs {
namespace {

using replay::Number;

TEST(MathFunctions, AreThoseThatKernelsCall) {
  GiveMathFunctions();
  for (const float x : {-3.7f, 0.3f, 1.1f, 88.5f})
    EXPECT_EQ(query::Call("expf", {Number::OfFloat(Number::Kind::kFloat, x)}),
              Number::OfFloat(Number::Kind::kFloat, __lockstep_math_expf(x)));
  EXPECT_EQ(query::Call("pow", {Number::OfFloat(Number::Kind::kDouble, 1.7), Number::OfSigned(Number::Kind::kInt, 3)}),
            Number::OfFloat(Number::Kind::kDouble, __lockstep_math_pow(1.7, 3)));
  const auto of_float = [](double x) { return Number::OfFloat(Number::Kind::kFloat, x); };
  EXPECT_EQ(query::Call("norm3d", {of_float(0.3f), of_float(2.7f), of_float(-1.1f)}),
            of_float(__lockstep_math_norm3df(0.3f, 2.7f, -1.1f)));
  EXPECT_EQ(query::Call("rnorm4df", {of_float(0.3f), of_float(2.7f), of_float(-1.1f), of_float(7)}),
            of_float(__lockstep_math_rnorm4df(0.3f, 2.7f, -1.1f, 7)));
  EXPECT_EQ(query::Call("fmaf", {of_float(0.1f), of_float(0.1f), of_float(-0.01f)}),
            of_float(__builtin_fmaf(0.1f, 0.1f, -0.01f)));
  EXPECT_NE(query::Call("fmaf", {of_float(0.1f), of_float(0.1f), of_float(-0.01f)}), of_float(0.1f * 0.1f - 0.01f));
  for (const char* name : {"sqrtf", "floor", "fabsf", "rcbrtf", "normcdf", "atan2f", "erff", "sinpi"})
    EXPECT_TRUE(query::ArgumentsOf(name)) << name;
}

}  // namespace
}  // namespace lockstep::jobs
