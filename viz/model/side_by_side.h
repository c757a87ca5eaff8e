#pragma once

// Two captures of one program, on two machines, and questions about them: which array differs, where, by how much, and
// how it looks. Everything here is a function of the captures; what is looked at is a SideChoice.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/replay/arrays.h"
#include "shared/report/compare.h"

namespace lockstep::viz {

struct SideBySide {
  CaptureFile a, b;
  Comparison result;            // of a and b
  std::uint64_t tolerance = 0;  // that it was made with
};

// What is looked at.
struct SideChoice {
  std::uint32_t pair = 0;  // index into result.pairs
  std::uint64_t cell = 0;
};

// The first array that differs, at its first difference; else the first array.
SideChoice FirstSight(const SideBySide& sides);
// `by` arrays on (negative: back), going round, at its first difference.
void ChoosePair(const SideBySide& sides, SideChoice& choice, std::int64_t pair);
// The next cell that differs, or the one before, going round; the cell stays where none does.
void ChooseDifference(const SideBySide& sides, SideChoice& choice, int direction);

// Whether the pair has cells on both sides that can be shown beside each other.
bool HasCells(const SideBySide& sides, std::uint32_t pair);

enum class Pane { kA, kB, kDifference };

// How a cell stands to its other: nothing, within the tolerance, beyond it.
enum class Apart : std::uint8_t { kNot, kWithin, kBeyond };
Apart ApartOf(const SideBySide& sides, const PairResult& pair, std::uint64_t difference);
// "3 ULP", "12", "≠"; empty for equal cells.
std::string DifferenceText(const PairResult& pair, std::uint64_t difference);

// Whether the pair is a picture by its shape, with numbers in its cells.
std::optional<replay::PictureShape> PictureOf(const PairResult& pair);
// Whether it most likely is one.
bool IsImage(const PairResult& pair);

// What the pictures are drawn with: 0xAABBGGRR.
struct DifferenceColors {
  std::uint32_t equal = 0, within = 0, beyond = 0;
  std::uint32_t not_finite = 0;  // of a side's NaN or infinity
};
// Pixels of a pane, rows from the top. Both sides are shown on one scale: bytes as they are, other numbers from black,
// the lowest finite one of both sides (at most 0), to white, the highest (at least 1). A pixel of the difference stands
// for its worst channel.
std::vector<std::uint32_t> PicturePixels(const SideBySide& sides, std::uint32_t pair, Pane pane,
                                         const DifferenceColors& colors);

}  // namespace lockstep::viz
