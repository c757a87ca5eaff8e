#pragma once

// Snapshots as bytes. Most memory does not change from one moment to the next (the inputs of a kernel, and everything
// between two launches), so bytes that the file has already are only referred to, by the number of their first
// snapshot.

#include <map>
#include <utility>
#include <vector>

#include "shared/trace/coding.h"
#include "shared/trace/recording.h"

namespace lockstep {

class SnapshotEncoder {
 public:
  void Encode(const std::vector<Snapshot>& snapshots, Encoder& out);

 private:
  // 128 bits of what the bytes hash to, so that they need not be kept: equal bytes by accident are out of the question.
  using Print = std::pair<std::uint64_t, std::uint64_t>;
  static Print PrintOf(const std::vector<std::uint8_t>& bytes);

  std::map<Print, std::uint64_t> stored_;  // -> number, from 1
};

class SnapshotDecoder {
 public:
  // The elements of `snapshots` must stay where they are for as long as this lives.
  void Decode(Decoder& in, std::vector<Snapshot>& snapshots);

 private:
  std::vector<const Snapshot*> stored_;
};

}  // namespace lockstep
