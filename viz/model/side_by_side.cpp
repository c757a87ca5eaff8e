#include "viz/model/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lockstep::viz {
namespace {

bool HasCells(const report::PairResult& pair) {
  return pair.cells > 0 && pair.outcome != report::Outcome::kUnlike && pair.outcome != report::Outcome::kMissing;
}

// The values of black and white.
struct Scale {
  double lowest = 0, highest = 1;

  std::uint32_t Level(double value) const {
    return static_cast<std::uint32_t>(std::lround(std::clamp((value - lowest) / (highest - lowest), 0.0, 1.0) * 255));
  }
};

Scale ScaleOf(const SideBySide& sides, std::uint32_t index) {
  const report::PairResult& pair = sides.result.pairs[index];
  if (IsImage(pair)) return {0, 255};
  Scale scale;
  for (const report::CaptureFile* side : {&sides.a, &sides.b}) {
    for (std::uint64_t cell = 0; cell < pair.cells; ++cell) {
      const double value = report::NumberAt(pair, side->captures[index], cell).value_or(0);
      if (!std::isfinite(value)) continue;
      scale.lowest = std::min(scale.lowest, value);
      scale.highest = std::max(scale.highest, value);
    }
  }
  return scale;
}

}  // namespace

SideChoice FirstSight(const SideBySide& sides) {
  SideChoice choice;
  const auto differs = [](const report::PairResult& pair) { return pair.outcome != report::Outcome::kEqual; };
  const auto first = std::ranges::find_if(sides.result.pairs, differs);
  const auto place = first != sides.result.pairs.end() ? first - sides.result.pairs.begin() : 0;
  ChoosePair(sides, choice, place);
  return choice;
}

void ChoosePair(const SideBySide& sides, SideChoice& choice, std::int64_t pair) {
  const auto count = static_cast<std::int64_t>(sides.result.pairs.size());
  if (count == 0) return;
  choice.pair = static_cast<std::uint32_t>((pair % count + count) % count);
  const report::PairResult& chosen = sides.result.pairs[choice.pair];
  choice.cell = chosen.different > 0 ? chosen.first.cell : 0;
}

void ChooseDifference(const SideBySide& sides, SideChoice& choice, int direction) {
  if (!HasCells(sides, choice.pair)) return;
  const report::PairResult& pair = sides.result.pairs[choice.pair];
  if (pair.different == 0) return;
  const report::Capture &a = sides.a.captures[choice.pair], &b = sides.b.captures[choice.pair];
  const std::uint64_t on = direction > 0 ? 1 : pair.cells - 1;
  for (std::uint64_t i = 0, cell = choice.cell; i < pair.cells; ++i) {
    cell = (cell + on) % pair.cells;
    if (report::CompareCell(pair, a, b, cell).difference == 0) continue;
    choice.cell = cell;
    return;
  }
}

bool HasCells(const SideBySide& sides, std::uint32_t pair) {
  return pair < sides.result.pairs.size() && HasCells(sides.result.pairs[pair]);
}

Apart ApartOf(const SideBySide& sides, const report::PairResult& pair, std::uint64_t difference) {
  if (difference == 0) return Apart::kNot;
  const std::uint64_t tolerance = pair.element == report::ElementKind::kBytes ? 0 : sides.tolerance;
  return difference <= tolerance ? Apart::kWithin : Apart::kBeyond;
}

void SetTolerance(SideBySide& sides, std::uint64_t tolerance) {
  sides.tolerance = tolerance;
  for (report::PairResult& pair : sides.result.pairs) {
    if (pair.outcome != report::Outcome::kClose && pair.outcome != report::Outcome::kDifferent) continue;
    const bool is_close = ApartOf(sides, pair, pair.largest.difference) == Apart::kWithin;
    pair.outcome = is_close ? report::Outcome::kClose : report::Outcome::kDifferent;
  }
}

double Histogram::Magnitude(std::uint64_t difference) const {
  if (difference == 0) return 0;
  if (difference >= largest) return 1;
  // With a NaN, the largest of the others is unknown: the scale has all of 64 bits.
  const auto bits = [](std::uint64_t value) { return std::log2(static_cast<double>(value) + 1); };
  return bits(difference) / bits(largest);
}

unsigned Histogram::used() const {
  unsigned used = kBins;
  while (used > 0 && cells[used - 1] == 0) --used;
  return used;
}

Histogram HistogramOf(const SideBySide& sides, std::uint32_t index) {
  Histogram histogram;
  if (!HasCells(sides, index)) return histogram;
  const report::PairResult& pair = sides.result.pairs[index];
  for (std::uint64_t cell = 0; cell < pair.cells; ++cell) {
    const std::uint64_t difference =
        report::CompareCell(pair, sides.a.captures[index], sides.b.captures[index], cell).difference;
    if (difference == report::kNotANumber) {
      ++histogram.not_a_number;
      continue;
    }
    ++histogram.cells[static_cast<unsigned>(std::bit_width(difference))];
    histogram.largest = std::max(histogram.largest, difference);
  }
  return histogram;
}

std::string TextOfBin(const report::PairResult& pair, unsigned bin) {
  const std::uint64_t first = bin == 0 ? 0 : std::uint64_t{1} << (bin - 1), last = LargestOfBin(bin);
  if (first == last) return report::FormatAmount(pair, first);
  return fmt::format("{} to {}", first, report::FormatAmount(pair, last));
}

std::string DifferenceText(const report::PairResult& pair, std::uint64_t difference) {
  if (difference == 0) return "";
  if (pair.element == report::ElementKind::kBytes || difference == report::kNotANumber) return "≠";
  return report::FormatAmount(pair, difference);
}

std::optional<replay::PictureShape> PictureOf(const report::PairResult& pair) {
  if (!HasCells(pair) || pair.element == report::ElementKind::kBytes) return std::nullopt;
  return replay::PictureOf(pair.shape);
}

bool IsImage(const report::PairResult& pair) {
  return pair.element == report::ElementKind::kUint8 || pair.element == report::ElementKind::kInt8 ||
         pair.element == report::ElementKind::kBool;
}

namespace {

std::uint32_t Mixed(std::uint32_t from, std::uint32_t to, double share) {
  std::uint32_t mixed = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const double a = (from >> shift) & 0xff, b = (to >> shift) & 0xff;
    mixed |= static_cast<std::uint32_t>(std::lround(a + (b - a) * share)) << shift;
  }
  return mixed;
}

// Of one array on both sides.
struct PixelColors {
  const SideBySide& sides;
  const report::PairResult& pair;
  const report::Capture &a, &b;
  const replay::PictureShape& shape;
  const DifferenceColors& colors;
  Histogram histogram;  // of the difference

  // The colour of the channel that differs most.
  std::uint32_t OfDifference(std::uint32_t x, std::uint32_t y) const {
    std::uint64_t worst = 0;
    for (std::uint32_t channel = 0; channel < shape.channels; ++channel)
      worst = std::max(worst, report::CompareCell(pair, a, b, replay::CellOfPixel(shape, x, y, channel)).difference);
    const Apart apart = ApartOf(sides, pair, worst);
    if (apart == Apart::kNot) return colors.equal;
    if (worst == report::kNotANumber) return colors.not_finite;
    return apart == Apart::kWithin ? colors.within : Mixed(colors.least, colors.most, histogram.Magnitude(worst));
  }

  std::uint32_t OfSide(const report::Capture& shown, const Scale& scale, std::uint32_t x, std::uint32_t y) const {
    std::uint32_t color = 0xff000000;
    for (std::uint32_t channel = 0; channel < 3; ++channel) {
      const std::uint64_t cell = replay::CellOfPixel(shape, x, y, shape.channels >= 3 ? channel : 0);
      const double value = report::NumberAt(pair, shown, cell).value_or(0);
      if (!std::isfinite(value)) return colors.not_finite;
      color |= scale.Level(value) << (8 * channel);
    }
    return color;
  }
};

}  // namespace

std::vector<std::uint32_t> PicturePixels(const SideBySide& sides, std::uint32_t index, Pane pane,
                                         const DifferenceColors& colors) {
  const report::PairResult& pair = sides.result.pairs[index];
  const auto shape = PictureOf(pair);
  if (!shape) return {};
  const report::Capture &a = sides.a.captures[index], &b = sides.b.captures[index];
  const bool is_difference = pane == Pane::kDifference;
  const PixelColors of{sides, pair, a, b, *shape, colors, is_difference ? HistogramOf(sides, index) : Histogram{}};
  const report::Capture& shown = pane == Pane::kB ? b : a;
  const Scale scale = is_difference ? Scale{} : ScaleOf(sides, index);
  std::vector<std::uint32_t> pixels;
  pixels.reserve(std::size_t{shape->width} * shape->height);
  for (std::uint32_t y = 0; y < shape->height; ++y)
    for (std::uint32_t x = 0; x < shape->width; ++x)
      pixels.push_back(is_difference ? of.OfDifference(x, y) : of.OfSide(shown, scale, x, y));
  return pixels;
}

}  // namespace lockstep::viz
