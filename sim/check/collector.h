#pragma once

// Gathers findings: one for each kind, pair of places and object, with how often it happened and the first of them (by
// launch, block and thread, not by the clock), so that the report does not depend on who came first.

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "shared/report/finding.h"

namespace lockstep {

// What makes two findings the same one.
struct FindingKey {
  FindingKind kind{};
  std::uint64_t place = 0, other_place = 0;  // numbers of sites, or addresses of calls
  std::uint64_t object = 0;
  auto operator<=>(const FindingKey&) const = default;
};

// Of several occurrences, the one of lowest rank is told.
struct Rank {
  std::uint64_t launch = 0, block = 0, thread = 0, other_block = 0, other_thread = 0;
  auto operator<=>(const Rank&) const = default;
};

class Collector {
 public:
  // `make()` gives the Finding; it is only asked where this occurrence is the first so far.
  template <class Make>
  void Add(const FindingKey& key, const Rank& rank, Make&& make) {
    const std::lock_guard lock(mutex_);
    auto [found, is_new] = findings_.try_emplace(key);
    Entry& entry = found->second;
    ++entry.count;
    if (is_new || rank < entry.rank) {
      entry.rank = rank;
      entry.finding = make();
      changed_ = true;
    }
  }

  // All, in the order of rank and place; what only repeats another finding is left out.
  std::vector<Finding> Take() const;
  // Whether a finding came or became another since the last time this was asked.
  bool HasChanged();

 private:
  struct Entry {
    std::uint64_t count = 0;
    Rank rank;
    Finding finding;
  };

  mutable std::mutex mutex_;
  std::map<FindingKey, Entry> findings_;
  bool changed_ = false;
};

}  // namespace lockstep
