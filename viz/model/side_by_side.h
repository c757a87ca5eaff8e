#pragma once

// Two captures of one program on two machines, and questions about them: which arrays differ, where, by how much, and
// their pictures. All functions depend on the captures only; the user's choice is a SideChoice.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/replay/arrays.h"
#include "shared/report/compare.h"

namespace lockstep::viz {

struct SideBySide {
  report::CaptureFile a, b;
  report::Comparison result;    // of a and b
  std::uint64_t tolerance = 0;  // of the comparison
};

// The array, cell and display that the user has chosen.
struct SideChoice {
  std::uint32_t pair = 0;  // index into result.pairs
  std::uint64_t cell = 0;
};

// The initial choice: the first array that differs, at its first difference; else the first array.
SideChoice FirstSight(const SideBySide& sides);
// Chooses array `pair`, wrapping around, at its first difference.
void ChoosePair(const SideBySide& sides, SideChoice& choice, std::int64_t pair);
// Moves to the next or previous cell that differs, wrapping around; without differences the cell is kept.
void ChooseDifference(const SideBySide& sides, SideChoice& choice, int direction);

// True if both sides of the pair have cells that can be shown side by side.
bool HasCells(const SideBySide& sides, std::uint32_t pair);

enum class Pane { kA, kB, kDifference };

// The difference between a cell and its counterpart: none, within the tolerance, beyond it.
enum class Apart : std::uint8_t { kNot, kWithin, kBeyond };
Apart ApartOf(const SideBySide& sides, const report::PairResult& pair, std::uint64_t difference);
// Changes the tolerance, and with it which arrays count as close.
void SetTolerance(SideBySide& sides, std::uint64_t tolerance);
// The cells of a pair by their difference. Bin 0 has the equal ones, bin k those from 2^(k-1) on, to below 2^k; those
// with a NaN on one side are apart.
struct Histogram {
  static constexpr unsigned kBins = 65;
  std::array<std::uint64_t, kBins> cells{};
  std::uint64_t not_a_number = 0;
  std::uint64_t largest = 0;  // difference that is a number

  // How large a difference is among them, on a logarithmic scale: 0 for none, 1 for the largest and for a NaN.
  double Magnitude(std::uint64_t difference) const;
  unsigned used() const;  // bins up to the last one with a cell
};
Histogram HistogramOf(const SideBySide& sides, std::uint32_t pair);
// The largest difference of a bin: the tolerance that includes it.
constexpr std::uint64_t LargestOfBin(unsigned bin) {
  return bin >= 64 ? ~std::uint64_t{0} - 1 : (std::uint64_t{1} << bin) - 1;
}
// "1 ULP", "2 to 3 ULP", "16 to 31".
std::string TextOfBin(const report::PairResult& pair, unsigned bin);

// "3 ULP", "12", "≠"; empty for equal cells.
std::string DifferenceText(const report::PairResult& pair, std::uint64_t difference);

// The picture of the pair, if its shape and its numbers allow one.
std::optional<replay::PictureShape> PictureOf(const report::PairResult& pair);
// True if it most likely is a picture.
bool IsImage(const report::PairResult& pair);

// The colours of the pictures: 0xAABBGGRR.
struct DifferenceColors {
  std::uint32_t equal = 0, within = 0;
  std::uint32_t least = 0, most = 0;  // beyond the tolerance, by magnitude
  std::uint32_t not_finite = 0;       // for a side's NaN or infinity
};
// The pixels of a pane, rows from the top. Both sides have the same scale: bytes unchanged, other numbers from black,
// the lowest finite value of both sides (at most 0), to white, the highest (at least 1). A pixel of the difference
// shows the worst channel.
std::vector<std::uint32_t> PicturePixels(const SideBySide& sides, std::uint32_t pair, Pane pane,
                                         const DifferenceColors& colors);

}  // namespace lockstep::viz
