#pragma once

// Counts what the threads of a block do at each place, so that a finding can say which of a thread's accesses it is
// about (FindingSide::ordinal). A place is a number that all sites of one file, line and column share.

#include <cstdint>
#include <unordered_map>

#include "shared/trace/words.h"

namespace lockstep::check {

class AccessCounts {
 public:
  // The thread makes an access: the number of those that it has made at this place in this way, with this one.
  std::uint32_t Next(std::uint32_t thread, std::uint32_t place, trace::AccessKind kind) {
    const std::uint64_t key =
        std::uint64_t{thread} << 34 | std::uint64_t{place} << 2 | static_cast<std::uint64_t>(kind);
    return ++counts_[key];
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> counts_;
};

}  // namespace lockstep::check
