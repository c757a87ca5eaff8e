// Two capture files side by side: which cells are equal, by how much the others differ, and where.

#include "shared/report/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "shared/base/printable.h"

namespace lockstep::report {
namespace {

using ::testing::HasSubstr;

template <class T>
Capture Of(ElementKind element, std::vector<T> values, std::vector<std::uint64_t> shape = {}) {
  Capture capture{.name = "h",
                  .element = element,
                  .element_size = sizeof(T),
                  .shape = shape.empty() ? std::vector<std::uint64_t>{values.size()} : shape};
  capture.bytes.resize(sizeof(T) * values.size());
  std::memcpy(capture.bytes.data(), values.data(), capture.bytes.size());
  return capture;
}

Capture Floats(std::vector<float> values) { return Of(ElementKind::kFloat32, std::move(values)); }

PairResult OnePair(const Capture& a, const Capture& b, std::uint64_t tolerance = 0) {
  return Compare({.captures = {a}}, {.captures = {b}}, {.tolerance = tolerance}).pairs.at(0);
}

template <class T>
std::uint64_t Largest(ElementKind element, T a, T b) {
  return OnePair(Of<T>(element, {a}), Of<T>(element, {b})).largest.difference;
}

const float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();

TEST(Compare, CountsUnitsInTheLastPlace) {
  const auto ulp = [](float a, float b) { return Largest(ElementKind::kFloat32, a, b); };
  EXPECT_EQ(ulp(1.0f, 1.0f), 0u);
  EXPECT_EQ(ulp(1.0f, std::nextafter(1.0f, 2.0f)), 1u);
  EXPECT_EQ(ulp(1.0f, std::nextafter(1.0f, 0.0f)), 1u);
  EXPECT_EQ(ulp(0.0f, -0.0f), 0u);
  EXPECT_EQ(ulp(std::numeric_limits<float>::denorm_min(), -std::numeric_limits<float>::denorm_min()), 2u);
  EXPECT_EQ(ulp(std::numeric_limits<float>::max(), kInf), 1u);
  EXPECT_EQ(ulp(1.0f, 2.0f), 1u << 23);
  EXPECT_EQ(ulp(kInf, -kInf), 2u * 0x7f800000u);
}

TEST(Compare, TreatsAllNansAsEqualAndNoneAsANumber) {
  EXPECT_EQ(Largest(ElementKind::kFloat32, kNan, -kNan), 0u);
  EXPECT_EQ(Largest(ElementKind::kFloat32, kNan, 1.0f), kNotANumber);
  EXPECT_EQ(OnePair(Floats({kNan}), Floats({1}), 1000).outcome, Outcome::kDifferent);
}

TEST(Compare, CountsDoublesHalvesAndBfloats) {
  EXPECT_EQ(Largest(ElementKind::kFloat64, 1.0, std::nextafter(1.0, 2.0)), 1u);
  EXPECT_EQ(Largest(ElementKind::kFloat64, -std::numeric_limits<double>::max(), std::numeric_limits<double>::max()),
            2 * std::bit_cast<std::uint64_t>(std::numeric_limits<double>::max()));
  const PairResult half =
      OnePair(Of<std::uint16_t>(ElementKind::kFloat16, {0x3c00}), Of<std::uint16_t>(ElementKind::kFloat16, {0x3c01}));
  EXPECT_EQ(half.largest.difference, 1u);
  EXPECT_EQ(half.first.a, "1");
  EXPECT_EQ(half.first.b, "1.0009766");
  EXPECT_EQ(Largest<std::uint16_t>(ElementKind::kFloat16, 0x7e00, 0x7c01), 0u);
  EXPECT_EQ(Largest<std::uint16_t>(ElementKind::kFloat16, 0x7c00, 0x7c01), kNotANumber);
  const PairResult bfloat =
      OnePair(Of<std::uint16_t>(ElementKind::kBfloat16, {0x3f80}), Of<std::uint16_t>(ElementKind::kBfloat16, {0xbf80}));
  EXPECT_EQ(bfloat.first.b, "-1");
}

TEST(Compare, TakesTheAbsoluteDifferenceOfIntegers) {
  EXPECT_EQ(Largest<std::int32_t>(ElementKind::kInt32, -3, 4), 7u);
  EXPECT_EQ(Largest<std::uint8_t>(ElementKind::kUint8, 255, 0), 255u);
  EXPECT_EQ(Largest<std::int8_t>(ElementKind::kInt8, -128, 127), 255u);
  EXPECT_EQ(Largest<std::int64_t>(ElementKind::kInt64, std::numeric_limits<std::int64_t>::min(),
                                  std::numeric_limits<std::int64_t>::max()),
            ~std::uint64_t{0});
  EXPECT_EQ(Largest<std::uint64_t>(ElementKind::kUint64, 0, ~std::uint64_t{0}), ~std::uint64_t{0});
}

TEST(Compare, FindsTheFirstAndTheLargestDifference) {
  const PairResult pair = OnePair(Floats({1, 2, 3, 4}), Floats({1, std::nextafter(2.0f, 3.0f), 3, 5}));
  EXPECT_EQ(pair.outcome, Outcome::kDifferent);
  EXPECT_EQ(pair.different, 2u);
  EXPECT_EQ(pair.first.cell, 1u);
  EXPECT_EQ(pair.first.b, "2.0000002");
  EXPECT_EQ(pair.largest.cell, 3u);
  EXPECT_EQ(pair.largest.b, "5");
}

TEST(Compare, CallsCellsWithinTheToleranceClose) {
  const Capture a = Floats({1}), b = Floats({std::nextafter(1.0f, 2.0f)});
  EXPECT_EQ(OnePair(a, b, 1).outcome, Outcome::kClose);
  EXPECT_EQ(OnePair(a, b, 0).outcome, Outcome::kDifferent);
}

TEST(Compare, NeverCallsBytesClose) {
  const Capture a = Of<std::uint8_t>(ElementKind::kBytes, {1}), b = Of<std::uint8_t>(ElementKind::kBytes, {2});
  EXPECT_EQ(OnePair(a, b, 1000).outcome, Outcome::kDifferent);
}

TEST(Compare, UsesTheTypeOfTheSideThatKnowsIt) {
  Capture bytes = Floats({1, 2});
  bytes.element = ElementKind::kBytes;
  bytes.element_size = 1;
  bytes.shape = {8};
  bytes.name = "";
  Capture typed = Of<float>(ElementKind::kFloat32, {1, 3}, {2, 1});
  for (const PairResult& pair : {OnePair(bytes, typed), OnePair(typed, bytes)}) {
    EXPECT_EQ(pair.element, ElementKind::kFloat32);
    EXPECT_EQ(pair.shape, (std::vector<std::uint64_t>{2, 1}));
    EXPECT_EQ(pair.name, "h");
    EXPECT_EQ(pair.cells, 2u);
    EXPECT_EQ(pair.first.cell, 1u);
  }
}

TEST(Compare, ComparesStructsCellByCell) {
  struct Pixel {
    std::uint8_t r, g, b;
  };
  const PairResult pair = OnePair(Of<Pixel>(ElementKind::kBytes, {{1, 2, 3}, {4, 5, 6}}),
                                  Of<Pixel>(ElementKind::kBytes, {{1, 2, 3}, {4, 5, 7}}));
  EXPECT_EQ(pair.cells, 2u);
  EXPECT_EQ(pair.different, 1u);
  EXPECT_EQ(pair.first.cell, 1u);
  EXPECT_EQ(pair.first.b, "04 05 07");
}

TEST(Compare, RefusesOtherSizesAndTypes) {
  EXPECT_THAT(OnePair(Floats({1}), Floats({1, 2})).why, HasSubstr("4 bytes on one side and 8"));
  EXPECT_THAT(OnePair(Floats({1}), Of<std::int32_t>(ElementKind::kInt32, {1})).why,
              HasSubstr("float32 on one side and int32"));
}

TEST(Compare, NamesWhatOneSideLacks) {
  const Comparison comparison = Compare({.side = "simulator", .captures = {Floats({1}), Floats({2})}},
                                        {.side = "GPU", .captures = {Floats({1})}});
  ASSERT_EQ(comparison.pairs.size(), 2u);
  EXPECT_EQ(comparison.pairs[1].outcome, Outcome::kMissing);
  EXPECT_THAT(comparison.pairs[1].why, HasSubstr("GPU has no such capture"));
  EXPECT_FALSE(comparison.Same());
}

TEST(Compare, NothingToCompareIsNotTheSame) { EXPECT_FALSE(Compare({}, {}).Same()); }

TEST(FormatComparison, ShowsIndexAndBothValues) {
  const Comparison comparison = Compare(
      {.side = "simulator", .captures = {Of<float>(ElementKind::kFloat32, {1, 2, 3, 4}, {2, 2}), Floats({1})}},
      {.side = "NVIDIA H100", .captures = {Of<float>(ElementKind::kFloat32, {1, 2, 3, 4.5}, {2, 2}), Floats({1})}});
  const std::string text = FormatComparison(comparison);
  EXPECT_THAT(text, HasSubstr("0  h  float32[2][2]  differs: 1 of 4 cells, largest difference 1048576 ULP"));
  EXPECT_THAT(text, HasSubstr("first difference at [1][1]: 4 (simulator), 4.5 (NVIDIA H100)"));
  EXPECT_THAT(text, HasSubstr("1  h  float32[1]     equal"));
  EXPECT_THAT(text, HasSubstr("2 captures compared: 1 equal, 1 different"));
}

TEST(FormatComparison, SendsNoControlCharactersToATerminal) {
  const std::string hostile = "a\x1b[2J\n\u202e";
  PairResult pair{.name = hostile, .type = hostile, .outcome = Outcome::kDifferent, .why = hostile};
  pair.cells = 2, pair.different = 2, pair.element = ElementKind::kInt32;
  pair.first = {0, 1, hostile, hostile};
  pair.largest = {1, 2, hostile, hostile};
  PairResult unlike = pair;
  unlike.outcome = Outcome::kUnlike;
  unlike.different = 0;
  const Comparison comparison{
      .a = hostile, .b = hostile, .complete_a = false, .complete_b = false, .pairs = {pair, unlike}};
  const std::string text = FormatComparison(comparison, true);
  EXPECT_EQ(text, PrintableLines(text, true));
  EXPECT_EQ(std::ranges::count(text, '\n'), 7) << "a line was forged:\n" << text;
}

TEST(FormatComparison, SaysThatASideEndedEarly) {
  EXPECT_THAT(FormatComparison(Compare({.side = "simulator", .complete = false}, {})),
              HasSubstr("simulator ended early"));
}

TEST(ComparisonAsJson, HoldsWhatTheTextSays) {
  const auto json = nlohmann::json::parse(
      ComparisonAsJson(Compare({.side = "a", .captures = {Floats({1})}}, {.side = "b", .captures = {Floats({kNan})}})));
  EXPECT_EQ(json["same"], false);
  EXPECT_EQ(json["pairs"][0]["outcome"], "different");
  EXPECT_EQ(json["pairs"][0]["first"]["index"], "[0]");
  EXPECT_TRUE(json["pairs"][0]["first"]["difference"].is_null());
}

TEST(FormatIndex, CountsTheLastDimensionFastest) {
  EXPECT_EQ(FormatIndex(23, {2, 3, 4}), "[1][2][3]");
  EXPECT_EQ(FormatIndex(7, {}), "[7]");
}

}  // namespace
}  // namespace lockstep::report
