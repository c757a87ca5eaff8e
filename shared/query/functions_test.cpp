#include "shared/query/functions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::query {
namespace {

using replay::Number;

Number Float(double value) { return Number::OfFloat(Number::Kind::kFloat, value); }
Number Double(double value) { return Number::OfFloat(Number::Kind::kDouble, value); }

double Twice(double x) { return 2 * x; }
float FourTimes(float x) { return 4 * x; }
double Minus(double x, double y) { return x - y; }
float MinusFloat(float x, float y) { return y - x; }
double Digits(double a, double b, double c, double d) { return 1000 * a + 100 * b + 10 * c + d; }
float DigitsFloat(float a, float b, float c, float d) { return 1000 * d + 100 * c + 10 * b + a; }
constexpr MathFunction kGiven[] = {MakeMathFunction<Twice, FourTimes>("erf", std::make_index_sequence<1>()),
                                   MakeMathFunction<Minus, MinusFloat>("fdim", std::make_index_sequence<2>()),
                                   MakeMathFunction<Digits, DigitsFloat>("norm4d", std::make_index_sequence<4>())};

class Functions : public testing::Test {
 protected:
  Functions() { GiveMathFunctions(kGiven); }
  ~Functions() override { GiveMathFunctions({}); }
};

TEST_F(Functions, TakeAsManyNumbersAsInCuda) {
  EXPECT_EQ(ArgumentsOf("isnan"), 1u);
  EXPECT_EQ(ArgumentsOf("max"), 2u);
  EXPECT_EQ(ArgumentsOf("erf"), 1u);
  EXPECT_EQ(ArgumentsOf("erff"), 1u);
  EXPECT_EQ(ArgumentsOf("fdimf"), 2u);
  for (const char* unknown : {"er", "erfff", "f", "", "expf"}) EXPECT_EQ(ArgumentsOf(unknown), std::nullopt) << unknown;
}

TEST_F(Functions, AreThoseForTheTypeOfTheirNumbers) {
  EXPECT_EQ(Call("erf", {Double(3)}), Double(6));
  EXPECT_EQ(Call("erf", {Float(3)}), Float(12));
  EXPECT_EQ(Call("erff", {Double(3)}), Float(12));
  EXPECT_EQ(Call("erf", {Number::OfSigned(Number::Kind::kInt, 3)}), Double(6));
  EXPECT_EQ(Call("fdim", {Float(5), Double(3)}), Double(2));
  EXPECT_EQ(Call("fdim", {Float(5), Float(3)}), Float(-2));
  EXPECT_EQ(ArgumentsOf("norm4df"), 4u);
  EXPECT_EQ(Call("norm4d", {Double(1), Double(2), Double(3), Double(4)}), Double(1234));
  EXPECT_EQ(Call("norm4df", {Double(1), Double(2), Double(3), Double(4)}), Float(4321));
}

TEST_F(Functions, OfOursNeedNobodyWhoGivesThem) {
  GiveMathFunctions({});
  EXPECT_TRUE(Call("isnan", {Float(NAN)}).IsTrue());
  EXPECT_EQ(Call("abs", {Float(-2)}), Float(2));
  EXPECT_EQ(Call("min", {Float(-2), Float(3)}), Float(-2));
  EXPECT_EQ(ArgumentsOf("erf"), std::nullopt);
}

}  // namespace
}  // namespace lockstep::query
