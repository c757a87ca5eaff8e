#include "viz/model/side_by_side.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace lockstep::viz {
namespace {

template <class T>
report::Capture Captured(const std::string& name, report::ElementKind element, std::vector<std::uint64_t> shape,
                         const std::vector<T>& values) {
  report::Capture capture{.name = name, .element = element, .element_size = sizeof(T), .shape = std::move(shape)};
  capture.bytes.resize(sizeof(T) * values.size());
  std::memcpy(capture.bytes.data(), values.data(), capture.bytes.size());
  return capture;
}

SideBySide Compared(std::vector<report::Capture> a, std::vector<report::Capture> b, std::uint64_t tolerance = 0) {
  SideBySide sides{.a = {.side = "simulator", .captures = std::move(a)},
                   .b = {.side = "GPU", .captures = std::move(b)},
                   .tolerance = tolerance};
  sides.result = report::Compare(sides.a, sides.b, {.tolerance = tolerance});
  return sides;
}

report::Capture Ints(const std::string& name, const std::vector<int>& values) {
  return Captured(name, report::ElementKind::kInt32, {values.size()}, values);
}

TEST(SideBySide, OpensAtTheFirstArrayThatDiffersAtItsFirstDifference) {
  const SideBySide sides =
      Compared({Ints("x", {1, 2}), Ints("y", {1, 2, 3})}, {Ints("x", {1, 2}), Ints("y", {1, 2, 4})});
  EXPECT_EQ(FirstSight(sides).pair, 1u);
  EXPECT_EQ(FirstSight(sides).cell, 2u);
}

TEST(SideBySide, VisitsTheCellsThatDifferAndWrapsAround) {
  const SideBySide sides = Compared({Ints("x", {1, 2, 3, 4, 5})}, {Ints("x", {0, 2, 3, 0, 5})});
  SideChoice choice = FirstSight(sides);
  EXPECT_EQ(choice.cell, 0u);
  ChooseDifference(sides, choice, 1);
  EXPECT_EQ(choice.cell, 3u);
  ChooseDifference(sides, choice, 1);
  EXPECT_EQ(choice.cell, 0u);
  ChooseDifference(sides, choice, -1);
  EXPECT_EQ(choice.cell, 3u);
}

TEST(SideBySide, VisitsTheArraysAndWrapsAround) {
  const SideBySide sides = Compared({Ints("x", {1}), Ints("y", {1})}, {Ints("x", {1}), Ints("y", {1})});
  SideChoice choice = FirstSight(sides);
  ChoosePair(sides, choice, -1);
  EXPECT_EQ(choice.pair, 1u);
  ChoosePair(sides, choice, 2);
  EXPECT_EQ(choice.pair, 0u);
  ChooseDifference(sides, choice, 1);
  EXPECT_EQ(choice.cell, 0u) << "none differs";
}

TEST(SideBySide, HasNothingToShowIfASideLacksTheArray) {
  const SideBySide sides = Compared({Ints("x", {1}), Ints("y", {1})}, {Ints("x", {1, 2})});
  SideChoice choice = FirstSight(sides);
  for (const std::uint32_t pair : {0u, 1u, 2u}) {
    EXPECT_FALSE(HasCells(sides, pair));
    choice.pair = pair;
    ChooseDifference(sides, choice, 1);
  }
  EXPECT_EQ(FirstSight(Compared({}, {})).pair, 0u);
}

TEST(SideBySide, DistinguishesDifferencesWithinAndBeyondTheTolerance) {
  const float next = std::nextafter(1.0f, 2.0f);
  const std::vector<float> a = {1, 1, 1, NAN}, b = {1, next, 2, 1};
  const SideBySide sides = Compared({Captured("x", report::ElementKind::kFloat32, {4}, a)},
                                    {Captured("x", report::ElementKind::kFloat32, {4}, b)}, 1);
  const report::PairResult& pair = sides.result.pairs[0];
  const auto at = [&](std::uint64_t cell) {
    return report::CompareCell(pair, sides.a.captures[0], sides.b.captures[0], cell).difference;
  };
  EXPECT_EQ(ApartOf(sides, pair, at(0)), Apart::kNot);
  EXPECT_EQ(ApartOf(sides, pair, at(1)), Apart::kWithin);
  EXPECT_EQ(ApartOf(sides, pair, at(2)), Apart::kBeyond);
  EXPECT_EQ(DifferenceText(pair, at(0)), "");
  EXPECT_EQ(DifferenceText(pair, at(1)), "1 ULP");
  EXPECT_EQ(DifferenceText(pair, at(3)), "≠");
}

TEST(SideBySide, ScalesDifferencesByTheirMagnitude) {
  const SideBySide sides = Compared({Ints("x", {0, 0, 0, 0})}, {Ints("x", {0, 1, 255, 65535})});
  const Histogram histogram = HistogramOf(sides, 0);
  EXPECT_EQ(histogram.Magnitude(0), 0);
  EXPECT_DOUBLE_EQ(histogram.Magnitude(1), 1.0 / 16);
  EXPECT_DOUBLE_EQ(histogram.Magnitude(255), 0.5);
  EXPECT_EQ(histogram.Magnitude(65535), 1);
  EXPECT_EQ(histogram.Magnitude(report::kNotANumber), 1);
  std::vector<int> a(64, 0), b = a;
  b[1] = 1, b[2] = 65535;
  const SideBySide picture = Compared({Captured("p", report::ElementKind::kInt32, {8, 8}, a)},
                                      {Captured("p", report::ElementKind::kInt32, {8, 8}, b)});
  const auto pixels = PicturePixels(picture, 0, Pane::kDifference, {.equal = 7, .within = 8, .least = 0, .most = 160});
  EXPECT_EQ(pixels[0], 7u);
  EXPECT_EQ(pixels[1], 10u) << "one of 16 bits";
  EXPECT_EQ(pixels[2], 160u);
}

TEST(SideBySide, CountsCellsByTheirDifference) {
  const SideBySide sides = Compared({Captured<float>("x", report::ElementKind::kFloat32, {6}, {1, 1, 1, 1, NAN, 1})},
                                    {Captured<float>("x", report::ElementKind::kFloat32, {6},
                                                     {1, std::nextafter(1.0f, 2.0f), 1 + 3 * 0x1p-23f, 2, 1, 1})});
  const Histogram histogram = HistogramOf(sides, 0);
  EXPECT_EQ(histogram.cells[0], 2u);
  EXPECT_EQ(histogram.cells[1], 1u);
  EXPECT_EQ(histogram.cells[2], 1u);
  EXPECT_EQ(histogram.cells[24], 1u) << "from 1 to 2 are 2^23 steps";
  EXPECT_EQ(histogram.used(), 25u);
  EXPECT_EQ(histogram.not_a_number, 1u);
  EXPECT_EQ(histogram.largest, 1u << 23) << "of numbers";
  EXPECT_EQ(TextOfBin(sides.result.pairs[0], 1), "1 ULP");
  EXPECT_EQ(TextOfBin(sides.result.pairs[0], 2), "2 to 3 ULP");
  EXPECT_EQ(HistogramOf(Compared({Ints("x", {1})}, {Ints("x", {1, 2})}), 0).used(), 0u);
}

TEST(SideBySide, AnotherToleranceMakesArraysCloseOrDifferent) {
  SideBySide sides = Compared({Ints("x", {0, 0}), Ints("y", {0})}, {Ints("x", {0, 7}), Ints("y", {0})});
  EXPECT_EQ(sides.result.pairs[0].outcome, report::Outcome::kDifferent);
  SetTolerance(sides, LargestOfBin(3));
  EXPECT_EQ(sides.result.pairs[0].outcome, report::Outcome::kClose);
  EXPECT_EQ(sides.result.pairs[1].outcome, report::Outcome::kEqual);
  EXPECT_TRUE(sides.result.Same());
  SetTolerance(sides, LargestOfBin(2));
  EXPECT_FALSE(sides.result.Same());
}

TEST(SideBySide, DrawsBytesUnchangedAndTheDifferenceBesideThem) {
  std::vector<std::uint8_t> a(8 * 10, 100), b = a;
  b[13] = 7;
  const SideBySide sides = Compared({Captured("p", report::ElementKind::kUint8, {8, 10}, a)},
                                    {Captured("p", report::ElementKind::kUint8, {8, 10}, b)});
  const DifferenceColors colors{1, 2, 3, 3};
  const auto left = PicturePixels(sides, 0, Pane::kA, colors), right = PicturePixels(sides, 0, Pane::kB, colors),
             difference = PicturePixels(sides, 0, Pane::kDifference, colors);
  ASSERT_EQ(left.size(), 80u);
  EXPECT_EQ(left[13], 0xff646464u);
  EXPECT_EQ(right[13], 0xff070707u);
  EXPECT_EQ(difference[13], 3u);
  EXPECT_EQ(difference[12], 1u);
}

TEST(SideBySide, DrawsBothSidesOnOneScale) {
  std::vector<float> a(64, 0), b = a;
  a[0] = 2, b[0] = 4, b[1] = NAN, a[2] = -4;
  const SideBySide sides = Compared({Captured("p", report::ElementKind::kFloat32, {8, 8}, a)},
                                    {Captured("p", report::ElementKind::kFloat32, {8, 8}, b)});
  const DifferenceColors colors{.not_finite = 0xffff00ff};
  const auto left = PicturePixels(sides, 0, Pane::kA, colors), right = PicturePixels(sides, 0, Pane::kB, colors);
  EXPECT_EQ(left[0], 0xffbfbfbfu);
  EXPECT_EQ(right[0], 0xffffffffu);
  EXPECT_EQ(right[1], colors.not_finite) << "a NaN is not black";
  EXPECT_EQ(left[2], 0xff000000u);
  EXPECT_EQ(PicturePixels(sides, 0, Pane::kDifference, colors)[1], colors.not_finite);
}

}  // namespace
}  // namespace lockstep::viz
