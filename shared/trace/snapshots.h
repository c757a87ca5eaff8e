#pragma once

// Snapshots as bytes. Most memory does not change between two snapshots (a kernel's inputs, and everything between two
// launches), so bytes that the file already has are stored as the number of their first snapshot.

#include <map>
#include <utility>
#include <vector>

#include "shared/trace/coding.h"
#include "shared/trace/recording.h"

namespace lockstep::trace {

class SnapshotEncoder {
 public:
  void Encode(const std::vector<Snapshot>& snapshots, Encoder& out);

 private:
  // A 128-bit hash of the bytes, so that the bytes need not be kept; collisions are practically impossible.
  using Print = std::pair<std::uint64_t, std::uint64_t>;
  static Print PrintOf(const std::vector<std::uint8_t>& bytes);

  std::map<Print, std::uint64_t> stored_;  // -> number, from 1
};

class SnapshotDecoder {
 public:
  // The elements of `snapshots` must not move during the lifetime of this object.
  void Decode(Decoder& in, std::vector<Snapshot>& snapshots);

 private:
  std::vector<const Snapshot*> stored_;
};

}  // namespace lockstep::trace
