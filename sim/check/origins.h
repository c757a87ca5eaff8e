#pragma once

// The origins of values that were never written: a number for each place and memory, and the finding that is reported
// once such a value decides something. Until then it is no defect: programs copy padding, and load what they never use.

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>

#include "sim/check/collector.h"

namespace lockstep::check {

struct Origin {
  FindingKey key;
  Rank rank;
  bool of_host_copy = false;  // no kernel has read the value
  report::Finding finding;
};

class Origins {
 public:
  // Numbers count up from `first`.
  explicit Origins(std::uint32_t first) : first_(first) {}

  // The number of that key's origin. `make()` gives its finding; it is only asked for the occurrence of lowest rank so
  // far.
  template <class Make>
  std::uint32_t NumberOf(const FindingKey& key, const Rank& rank, bool of_host_copy, Make&& make) {
    const std::lock_guard lock(mutex_);
    const auto [found, is_new] = numbers_.try_emplace(key, first_ + static_cast<std::uint32_t>(origins_.size()));
    if (is_new) origins_.push_back({.key = key, .of_host_copy = of_host_copy});
    Origin& origin = origins_[found->second - first_];
    if (!is_new && !(rank < origin.rank)) return found->second;
    origin.rank = rank;
    origin.finding = make();
    return found->second;
  }

  // Calls `work(const Origin&)`, unless there is none of that number.
  template <class Work>
  void With(std::uint32_t number, Work&& work) const {
    const std::lock_guard lock(mutex_);
    if (number >= first_ && number - first_ < origins_.size()) work(origins_[number - first_]);
  }

 private:
  const std::uint32_t first_;
  mutable std::mutex mutex_;
  std::deque<Origin> origins_;
  std::map<FindingKey, std::uint32_t> numbers_;
};

}  // namespace lockstep::check
