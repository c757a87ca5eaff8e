#pragma once

// Gathers findings: one for each kind, pair of places and object, with how often it happened and the first of them (by
// launch, block and thread, not by the clock), so that the report does not depend on who came first.

#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "shared/report/finding.h"

namespace lockstep::check {

// The key by which two findings are the same one.
struct FindingKey {
  report::FindingKind kind{};
  std::uint64_t place = 0, other_place = 0;  // numbers of sites, or addresses of calls
  std::uint64_t object = 0;
  auto operator<=>(const FindingKey&) const = default;
};

// Of several occurrences, the one of lowest rank is reported.
struct Rank {
  std::uint64_t launch = 0, block = 0, thread = 0, other_block = 0, other_thread = 0;
  auto operator<=>(const Rank&) const = default;
};

class Collector {
  struct Entry {
    std::atomic<std::uint64_t> count{0};
    Rank rank;
    report::Finding finding;
  };

 public:
  // The latest additions of one OS thread, so that a further occurrence, which is not the first one, is counted and no
  // more: a racing loop has tens of millions of them.
  class Recent {
    friend class Collector;
    struct Row {
      FindingKey key;
      Rank rank;  // the entry's own, or above it: that only falls
      Entry* entry = nullptr;
    };
    std::array<Row, 64> rows_;
    Row& Of(const FindingKey& key) {
      return rows_[(key.place * 31 + key.other_place * 7 + key.object + static_cast<std::uint64_t>(key.kind)) %
                   rows_.size()];
    }
  };

  // `make()` gives the Finding; it is only asked where this occurrence is the first so far.
  template <class Make>
  void Add(const FindingKey& key, const Rank& rank, Make&& make) {
    AddTo(key, rank, make);
  }
  template <class Make>
  void Add(const FindingKey& key, const Rank& rank, Recent& recent, Make&& make) {
    if (!CountsAgain(key, rank, recent)) recent.Of(key) = AddTo(key, rank, make);
  }
  // True where the occurrence is not the first one and is known to `recent`: it has been counted.
  bool CountsAgain(const FindingKey& key, const Rank& rank, Recent& recent) {
    const auto& row = recent.Of(key);
    if (!row.entry || row.key != key || rank < row.rank) return false;
    row.entry->count.fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  // Drops a finding that has turned out to be none. Never one that was added with `Recent`, which knows its entry.
  void Withdraw(const FindingKey& key);
  // All, in the order of rank and place; what only repeats another finding is left out.
  std::vector<report::Finding> Take() const;
  // True if a finding came or became another since the last time this was asked.
  bool HasChanged();

 private:
  template <class Make>
  Recent::Row AddTo(const FindingKey& key, const Rank& rank, Make&& make) {
    const std::lock_guard lock(mutex_);
    auto [found, is_new] = findings_.try_emplace(key);
    Entry& entry = found->second;
    entry.count.fetch_add(1, std::memory_order_relaxed);
    if (is_new || rank < entry.rank) {
      entry.rank = rank;
      entry.finding = make();
      changed_ = true;
    }
    return {key, entry.rank, &entry};
  }

  mutable std::mutex mutex_;
  std::map<FindingKey, Entry> findings_;
  bool changed_ = false;
};

}  // namespace lockstep::check
