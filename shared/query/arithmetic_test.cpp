#include "shared/query/arithmetic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "shared/query/functions.h"

namespace lockstep::query {
namespace {

using replay::Number;

Number Float(double value) { return Number::OfFloat(Number::Kind::kFloat, value); }
Number Double(double value) { return Number::OfFloat(Number::Kind::kDouble, value); }

constexpr Arithmetic kPlain, kFlushing{.flushes = true}, kFast{.flushes = true, .is_fast = true};

double Divide(Arithmetic arithmetic, const Number& x, const Number& y, bool is_constant = false) {
  return Apply(arithmetic, "/", x, y, is_constant)->AsDouble();
}

TEST(Arithmetic, IsKnownByTheFlagsOfTheProgram) {
  trace::Recording recording;
  EXPECT_FALSE(ArithmeticOf(recording).flushes);
  recording.build = {"input=a.cu", "device=-mllvm", "device=-lockstep-fast", "device=-mllvm", "device=-lockstep-flush"};
  EXPECT_TRUE(ArithmeticOf(recording).is_fast && ArithmeticOf(recording).flushes);
  recording.build.emplace_back("device=-lockstep-flush=false");
  EXPECT_FALSE(ArithmeticOf(recording).flushes);
}

TEST(Arithmetic, FlushesFloatsOnly) {
  EXPECT_GT(Apply(kPlain, "*", Float(1e-20f), Float(1e-20f), false)->AsDouble(), 0);
  const Number flushed = *Apply(kFlushing, "*", Float(-1e-20f), Float(1e-20f), false);
  EXPECT_EQ(flushed.AsDouble(), 0);
  EXPECT_TRUE(std::signbit(flushed.AsDouble()));
  EXPECT_TRUE(Apply(kFlushing, "==", Float(1e-40f), Float(0), false)->IsTrue());
  EXPECT_GT(Apply(kFlushing, "*", Double(1e-310), Double(1), false)->AsDouble(), 0);
  EXPECT_EQ(Apply(kFlushing, "+", Float(1.5f), Float(1), false)->AsDouble(), 2.5);
}

TEST(Arithmetic, DividesAsTheFastFormDoes) {
  EXPECT_EQ(Divide(kFast, Float(-2), Float(1.8e38f)), 0);
  EXPECT_LT(Divide(kPlain, Float(-2), Float(1.8e38f)), 0);
  EXPECT_GT(Divide(kFast, Float(3e38f), Float(1.8e38f), true), 1) << "a constant divisor is divided by as ever";
  EXPECT_TRUE(std::isnan(Divide(kFast, Float(INFINITY), Float(1.8e38f))));
  EXPECT_GT(Divide(kFast, Double(2), Double(1.8e38)), 0);
  EXPECT_EQ(Divide(kFast, Float(7), Float(2)), 3.5);
}

float PowerOf(float x, float y) { return std::pow(x, y); }
double PowerOfDoubles(double x, double y) { return std::pow(x, y); }

TEST(Arithmetic, HasNoFastPowerOfNegativeFloats) {
  static constexpr MathFunction kPower[] = {
      MakeMathFunction<PowerOfDoubles, PowerOf>("pow", std::make_index_sequence<2>())};
  GiveMathFunctions(kPower);
  EXPECT_TRUE(std::isnan(Call(kFast, "powf", {Float(-2), Float(2)}).AsDouble()));
  EXPECT_TRUE(std::isnan(Call(kFast, "pow", {Float(-2), Float(2)}).AsDouble()));
  EXPECT_EQ(Call(kPlain, "powf", {Float(-2), Float(2)}).AsDouble(), 4);
  EXPECT_EQ(Call(kFast, "pow", {Double(-2), Double(2)}).AsDouble(), 4);
  EXPECT_EQ(Call(kFast, "powf", {Float(1e-30f), Float(1.3f)}).AsDouble(), 0);
  GiveMathFunctions({});
}

}  // namespace
}  // namespace lockstep::query
