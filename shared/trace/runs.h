#pragma once

// A column of numbers as runs of equal ones: first all values, then all lengths, as varints. Columns of a regular
// kernel are a few long runs; if every value differs, the lengths are all one and compress to almost nothing.

#include <cstdint>
#include <vector>

#include "shared/trace/coding.h"

namespace lockstep::trace {

class RunEncoder {
 public:
  void Add(std::uint64_t value) {
    if (length_ != 0 && value == value_) {
      ++length_;
      return;
    }
    EndRun();
    value_ = value;
    length_ = 1;
  }
  // Appends the column to `out` and begins a new one.
  void MoveTo(Encoder& out) {
    EndRun();
    length_ = 0;
    out(values_, lengths_);
    values_.clear();
    lengths_.clear();
  }

 private:
  void EndRun() {
    if (length_ == 0) return;
    PutVarint(values_, value_);
    PutVarint(lengths_, length_);
  }

  std::vector<std::uint8_t> values_, lengths_;
  std::uint64_t value_ = 0, length_ = 0;
};

class RunDecoder {
 public:
  explicit RunDecoder(Decoder& in) : RunDecoder(in, in.Piece()) {}

  std::uint64_t Next() {
    if (left_ == 0) [[unlikely]]
      StartRun();
    --left_;
    return value_;
  }
  // True if every value was present and has been taken.
  bool Done() const { return values_.AtEnd() && lengths_.AtEnd() && left_ == 0; }
  bool ok() const { return values_.ok() && lengths_.ok(); }

 private:
  RunDecoder(Decoder& in, std::span<const std::uint8_t> values)
      : values_(values, in.budget()), lengths_(in.Piece(), in.budget()) {}
  void StartRun() {
    value_ = values_.Varint();
    left_ = lengths_.Varint();
    if (left_ == 0) lengths_.SetBad(), left_ = 1;
  }

  Decoder values_, lengths_;
  std::uint64_t value_ = 0, left_ = 0;
};

}  // namespace lockstep::trace
