#pragma once

// Compares two capture files: what the same program copied back on two machines (simulator and GPU, or any two).
//
// Captures are paired in order. Floating-point cells differ by units in the last place (ULP), the number of
// representable numbers between both values, counted over the ordered bit patterns; -0 equals +0, and every NaN equals
// every other; a NaN and a number differ by kNotANumber. Integers differ by the absolute difference. Cells of unknown
// or struct type are equal or not.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "shared/report/capture.h"

namespace lockstep::report {

inline constexpr std::uint64_t kNotANumber = std::numeric_limits<std::uint64_t>::max();

enum class Outcome : std::uint8_t {
  kEqual,  // no cell differs
  kClose,  // cells differ, none by more than the tolerance
  kDifferent,
  kUnlike,   // the number or type of cells differs; `why` says which
  kMissing,  // one side has no such capture; `why` says which
};

struct CellDifference {
  std::uint64_t cell = 0;        // linear index, x fastest
  std::uint64_t difference = 0;  // ULP, or absolute; 1 where only "differs" is known
  std::string a, b;              // both values
};

struct PairResult {
  std::uint64_t number = 0;  // of the pair, from 0
  std::string name;          // "h_out"; "out / h_out" where the sides differ; empty if both are unknown
  ElementKind element = ElementKind::kBytes;
  std::string type;  // as C++ writes it; empty if unknown
  std::vector<std::uint64_t> shape;
  Outcome outcome = Outcome::kEqual;
  std::string why;
  std::uint64_t cells = 0, different = 0;
  CellDifference first, largest;  // of kClose and kDifferent
};

struct Comparison {
  std::string a, b;  // the machine of each side
  bool complete_a = true, complete_b = true;
  std::vector<PairResult> pairs;
  // False if there was nothing to compare.
  bool Same() const;
};

struct CompareOptions {
  std::uint64_t tolerance = 0;  // ULP of floating-point cells, absolute difference of integers
};

Comparison Compare(const CaptureFile& a, const CaptureFile& b, const CompareOptions& options = {});

// One cell of a pair whose sides have the same number of cells of one type (kEqual, kClose, kDifferent).
CellDifference CompareCell(const PairResult& pair, const Capture& a, const Capture& b, std::uint64_t cell);
// The cell of one side as a number, for drawing. None for bytes and structs.
std::optional<double> NumberAt(const PairResult& pair, const Capture& side, std::uint64_t cell);

// "float[64][64]"; "3 ULP", "12", "a NaN against a number".
std::string FormatType(const PairResult& pair);
std::string FormatAmount(const PairResult& pair, std::uint64_t difference);
// "equal"; "differs: 5 of 4096 cells, largest difference 3 ULP"; "missing: ..."
std::string FormatVerdict(const PairResult& pair);
// "3 captures compared: 2 equal, 1 different".
std::string FormatSummary(const Comparison& comparison);

// "[12][3]" of a linear index.
std::string FormatIndex(std::uint64_t cell, const std::vector<std::uint64_t>& shape);

std::string FormatComparison(const Comparison& comparison, bool color = false);
// CAPTURES.md describes the members.
std::string ComparisonAsJson(const Comparison& comparison);

}  // namespace lockstep::report
