#pragma once

// The steps of a launch, in the order of time. They are values that are read by their index; those of a large recording
// are packed (packed_steps.h), so there is no reference to a step.

#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "shared/base/index_iterator.h"
#include "shared/base/must.h"
#include "shared/trace/packed_steps.h"
#include "shared/trace/step.h"

namespace lockstep::trace {

class Steps {
 public:
  using value_type = Step;
  using Iterator = IndexIterator<Steps, Step>;

  Steps() = default;
  Steps(std::vector<Step> steps) : open_(std::move(steps)) {}
  Steps(std::initializer_list<Step> steps) : open_(steps) {}

  std::size_t size() const { return packed_ + open_.size(); }
  bool empty() const { return size() == 0; }
  Step operator[](std::size_t i) const {
    if (i < packed_) return chunks_[i / PackedSteps::kMost][i % PackedSteps::kMost];
    return open_[i - packed_];
  }
  Step front() const { return (*this)[0]; }
  Step back() const { return (*this)[size() - 1]; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }
  // Calls take(index, step) for each of them, in order: several times as quick as one by one.
  template <class Take>
  void ForEach(Take take) const {
    std::vector<Step> unpacked(chunks_.empty() ? 0 : PackedSteps::kMost);
    std::size_t i = 0;
    for (const PackedSteps& chunk : chunks_) {
      chunk.Unpack(unpacked);
      for (const Step& step : unpacked) take(i++, step);
    }
    for (const Step& step : open_) take(i++, step);
  }
  std::vector<Step> Copy(std::size_t begin, std::size_t count) const;

  // While a recording is made. A reference holds until the next step is added.
  void reserve(std::size_t count) { open_.reserve(count); }
  Step& Add(const Step& step) { return open_.emplace_back(step); }
  void Add(std::span<const Step> steps) { open_.insert(open_.end(), steps.begin(), steps.end()); }
  // A step that was not packed.
  Step& Change(std::size_t i) {
    MUST(i >= packed_ && i < size(), "a packed step cannot be changed");
    return open_[i - packed_];
  }
  // Calls change(step) for each of them, in order, packed or not; it says whether it changed the step.
  template <class ChangeStep>
  void Edit(ChangeStep change) {
    std::vector<Step> unpacked(chunks_.empty() ? 0 : PackedSteps::kMost);
    for (PackedSteps& chunk : chunks_) {
      chunk.Unpack(unpacked);
      bool is_changed = false;
      for (Step& step : unpacked) is_changed |= change(step);
      if (is_changed) Replace(chunk, unpacked);
    }
    for (Step& step : open_) change(step);
  }

  // Packs all steps but the last few, of which there are less than PackedSteps::kMost.
  void Pack();
  bool is_packed() const { return packed_ > 0; }
  std::size_t unpacked() const { return open_.size(); }
  std::size_t room() const { return open_.capacity(); }                        // for steps that are not packed
  std::size_t bytes() const { return packed_bytes_ + room() * sizeof(Step); }  // of memory

  friend bool operator==(const Steps& a, const Steps& b);

 private:
  void Replace(PackedSteps& chunk, std::span<const Step> steps);

  std::vector<PackedSteps> chunks_;  // of PackedSteps::kMost steps each
  std::size_t packed_ = 0, packed_bytes_ = 0;
  std::vector<Step> open_;  // after those
};

}  // namespace lockstep::trace
