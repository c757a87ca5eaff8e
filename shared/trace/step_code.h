#pragma once

// Steps as bytes: columns that hold only what a prediction does not give.
//
// Steps follow regular patterns: the lanes of a warp do the same thing one after the other, each to the next element. A
// step's shape (kind, flags, size, site) is stored as its number in a dictionary that grows as shapes appear; thread
// and block as differences to the step before; object, offset and values as differences to the prediction from the last
// steps of the same shape; and a value that is read or overwritten as the difference to the value last seen in that
// cell. FORMAT.md has the exact rules.
//
// Encoder and decoder learn from the steps, so both must process all steps of a launch in order.

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "shared/trace/coding.h"
#include "shared/trace/recording.h"

namespace lockstep::trace {

inline constexpr std::size_t kStepsPerSection = 65536;

// Predicts last + stride, where the stride is the last difference that occurred twice in a row.
struct Predictor {
  std::uint64_t last = 0, difference = 0, stride = 0;
  std::uint64_t Next() const { return last + stride; }
  void Learn(std::uint64_t value) {
    const std::uint64_t now = value - last;
    if (now == difference) stride = now;
    difference = now;
    last = value;
  }
};

// The state that both directions keep between steps.
class StepMemory {
 public:
  struct Shape {
    StepKind kind{};
    std::uint8_t flags = 0;
    std::uint16_t size = 0;
    SiteId site = SiteId::kNone;
    Predictor object, offset, before, after;
  };

  StepMemory() : cells_(kCells) {}

  std::vector<Shape> shapes;
  std::uint32_t shape = 0;              // of the last step
  std::uint32_t thread = 0, block = 0;  // of the last step
  std::uint64_t long_end = 0;           // where the next long value is expected

  // The value last seen in a cell. A hash collision only costs bytes.
  std::uint64_t& Cell(ObjectId object, std::uint32_t offset) {
    const std::uint64_t key = (std::uint64_t{Index(object)} << 32 | offset) * 0x9e3779b97f4a7c15;
    return cells_[key >> (64 - kCellBits)];
  }

 private:
  static constexpr int kCellBits = 16;
  static constexpr std::size_t kCells = std::size_t{1} << kCellBits;
  std::vector<std::uint64_t> cells_;
};

class StepEncoder {
 public:
  // Appends the content of one section: at most kStepsPerSection steps.
  void Encode(std::span<const Step> steps, Encoder& out);

 private:
  std::uint32_t ShapeOf(const Step& step, Encoder& new_shapes);

  StepMemory memory_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // packed shape -> its number
};

class StepDecoder {
 public:
  // The steps of a section, in place of what `steps` holds; false if no encoder writes such content. Ids are not
  // checked here.
  bool Decode(Decoder& in, std::vector<Step>& steps);

 private:
  StepMemory memory_;
};

}  // namespace lockstep::trace
