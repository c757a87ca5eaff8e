#pragma once

// A thousand steps in a fraction of their forty bytes each. Any of them is had in a few nanoseconds, without the
// others, and of one only the fields that the caller uses are unpacked.
//
// Steps with the same kind, flags, size and site form a group. Its rows hold, for each other field, the difference to
// the least value of the group, in as many bits as the largest difference needs. The place of a step among the rows of
// all groups, one group after the other, says which row is its own.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/bits.h"
#include "shared/trace/step.h"

namespace lockstep::trace {

class PackedSteps {
 public:
  static constexpr std::size_t kMost = 1024;

  // At most kMost steps.
  explicit PackedSteps(std::span<const Step> steps);

  Step operator[](std::size_t i) const {
    const auto place = static_cast<std::uint32_t>(places_.Get(i * place_width_, place_width_));
    const Group& group = GroupOf(place);
    std::size_t bit = group.first_bit + std::size_t{place - group.begin} * group.row_width;
    const auto next = [&](Field field) {
      const std::uint64_t difference = rows_.Get(bit, group.width[field]);
      bit += group.width[field];
      return difference;
    };
    Step step = group.least;
    step.block += static_cast<std::uint32_t>(next(kBlock));
    step.thread += static_cast<std::uint32_t>(next(kThread));
    step.object = static_cast<ObjectId>(Index(step.object) + static_cast<std::uint32_t>(next(kObject)));
    step.offset += static_cast<std::uint32_t>(next(kOffset));
    step.after += next(kAfter);
    step.before += next(kBefore) + (group.before_from_after ? step.after : 0);
    return step;
  }

  // All of them, in order; `steps` has as many elements. Several times as quick as one by one.
  void Unpack(std::span<Step> steps) const;

  std::size_t bytes() const;  // of memory, with this object

 private:
  enum Field { kBlock, kThread, kObject, kOffset, kAfter, kBefore, kFields };
  struct Group {
    Step least;
    std::uint32_t first_bit = 0;                // in rows_
    std::uint16_t begin = 0;                    // the place of its first row
    std::uint16_t row_width = 0;                // bits
    std::array<std::uint8_t, kFields> width{};  // bits
    bool before_from_after = false;             // `before` is kept as the difference to `after`
  };
  static constexpr std::size_t kBeginsTogether = 8;

  // The last group that begins at `place` or before it.
  const Group& GroupOf(std::uint32_t place) const {
    std::size_t begun = 0;
    for (std::size_t i = 0; i < begins_.size(); i += kBeginsTogether)
      for (std::size_t k = 0; k < kBeginsTogether; ++k) begun += begins_[i + k] <= place;
    return groups_[begun - 1];
  }
  void UnpackGroup(const Group& group, std::span<Step> rows) const;
  void AddGroup(std::span<const Step> steps, std::span<const std::uint16_t> members);

  std::vector<Group> groups_;
  std::vector<std::uint16_t> begins_;  // of the groups, filled up with 0xffff to a multiple of kBeginsTogether
  BitList places_, rows_;
  unsigned place_width_ = 0;
};

}  // namespace lockstep::trace
