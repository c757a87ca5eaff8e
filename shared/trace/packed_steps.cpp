#include "shared/trace/packed_steps.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "shared/base/must.h"

namespace lockstep::trace {
namespace {

std::uint64_t ShapeOf(const Step& step) {
  return std::uint64_t{Index(step.site)} << 32 | std::uint64_t{step.size} << 16 | std::uint64_t{step.flags} << 8 |
         static_cast<std::uint64_t>(step.kind);
}

struct Range {
  std::uint64_t least = 0, width = 0;  // bits
};

template <class FieldOf>
Range RangeOf(std::span<const Step> steps, std::span<const std::uint16_t> members, FieldOf field_of) {
  auto least = field_of(steps[members[0]]), most = least;
  for (const std::uint16_t i : members) {
    const auto value = field_of(steps[i]);
    least = std::min(least, value);
    most = std::max(most, value);
  }
  const std::uint64_t widest = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
  return {static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(std::bit_width(widest))};
}

// Signed, so that small changes in both directions are near each other.
std::int64_t Change(const Step& step) { return static_cast<std::int64_t>(step.before - step.after); }

}  // namespace

PackedSteps::PackedSteps(std::span<const Step> steps) {
  MUST(steps.size() <= kMost, "too many steps to be packed together");
  std::vector<std::vector<std::uint16_t>> members;
  std::unordered_map<std::uint64_t, std::size_t> groups;
  std::uint64_t shape = 0;
  std::size_t group = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i == 0 || ShapeOf(steps[i]) != shape) {
      shape = ShapeOf(steps[i]);
      group = groups.try_emplace(shape, members.size()).first->second;
      if (group == members.size()) members.emplace_back();
    }
    members[group].push_back(static_cast<std::uint16_t>(i));
  }
  std::array<std::uint16_t, kMost> place{};
  groups_.reserve(members.size());
  for (std::uint16_t next = 0; const auto& of_group : members) {
    AddGroup(steps, of_group);
    groups_.back().begin = next;
    begins_.push_back(next);
    for (const std::uint16_t i : of_group) place[i] = next++;
  }
  begins_.resize((begins_.size() + kBeginsTogether - 1) / kBeginsTogether * kBeginsTogether, 0xffff);
  begins_.shrink_to_fit();
  rows_.Shrink();
  place_width_ = steps.empty() ? 0 : static_cast<unsigned>(std::bit_width(steps.size() - 1));
  for (std::size_t i = 0; i < steps.size(); ++i) places_.Add(place[i], place_width_);
  places_.Shrink();
}

void PackedSteps::AddGroup(std::span<const Step> steps, std::span<const std::uint16_t> members) {
  const auto range_of = [&](auto field_of) { return RangeOf(steps, members, field_of); };
  const std::array<Range, kFields> ranges = {
      range_of([](const Step& s) { return s.block; }),         range_of([](const Step& s) { return s.thread; }),
      range_of([](const Step& s) { return Index(s.object); }), range_of([](const Step& s) { return s.offset; }),
      range_of([](const Step& s) { return s.after; }),         range_of([](const Step& s) { return s.before; }),
  };
  const Range change = range_of(Change);
  Group group{.least = steps[members[0]],
              .first_bit = static_cast<std::uint32_t>(rows_.size()),
              .before_from_after = change.width < ranges[kBefore].width};
  group.least.block = static_cast<std::uint32_t>(ranges[kBlock].least);
  group.least.thread = static_cast<std::uint32_t>(ranges[kThread].least);
  group.least.object = static_cast<ObjectId>(ranges[kObject].least);
  group.least.offset = static_cast<std::uint32_t>(ranges[kOffset].least);
  group.least.after = ranges[kAfter].least;
  group.least.before = group.before_from_after ? change.least : ranges[kBefore].least;
  for (int field = 0; field < kFields; ++field) group.width[field] = static_cast<std::uint8_t>(ranges[field].width);
  if (group.before_from_after) group.width[kBefore] = static_cast<std::uint8_t>(change.width);
  for (const std::uint8_t width : group.width) group.row_width = static_cast<std::uint16_t>(group.row_width + width);
  for (const std::uint16_t i : members) {
    const Step& step = steps[i];
    rows_.Add(step.block - group.least.block, group.width[kBlock]);
    rows_.Add(step.thread - group.least.thread, group.width[kThread]);
    rows_.Add(Index(step.object) - Index(group.least.object), group.width[kObject]);
    rows_.Add(step.offset - group.least.offset, group.width[kOffset]);
    rows_.Add(step.after - group.least.after, group.width[kAfter]);
    const std::uint64_t before = group.before_from_after ? static_cast<std::uint64_t>(Change(step)) : step.before;
    rows_.Add(before - group.least.before, group.width[kBefore]);
  }
  groups_.push_back(group);
}

void PackedSteps::Unpack(std::span<Step> steps) const {
  std::array<Step, kMost> rows;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const std::size_t end = i + 1 < groups_.size() ? groups_[i + 1].begin : steps.size();
    UnpackGroup(groups_[i], std::span(rows).subspan(groups_[i].begin, end - groups_[i].begin));
  }
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i] = rows[places_.Get(i * place_width_, place_width_)];
}

// Field by field, because most fields of a group have no bits.
void PackedSteps::UnpackGroup(const Group& group, std::span<Step> rows) const {
  std::ranges::fill(rows, group.least);
  std::size_t first_bit = group.first_bit;
  const auto add = [&](Field field, auto take) {
    const unsigned width = group.width[field];
    std::size_t bit = first_bit;
    first_bit += width;
    if (width == 0) return;
    for (Step& step : rows) {
      take(step, rows_.Get(bit, width));
      bit += group.row_width;
    }
  };
  add(kBlock, [](Step& step, std::uint64_t by) { step.block += static_cast<std::uint32_t>(by); });
  add(kThread, [](Step& step, std::uint64_t by) { step.thread += static_cast<std::uint32_t>(by); });
  add(kObject, [](Step& step, std::uint64_t by) {
    step.object = static_cast<ObjectId>(Index(step.object) + static_cast<std::uint32_t>(by));
  });
  add(kOffset, [](Step& step, std::uint64_t by) { step.offset += static_cast<std::uint32_t>(by); });
  add(kAfter, [](Step& step, std::uint64_t by) { step.after += by; });
  add(kBefore, [](Step& step, std::uint64_t by) { step.before += by; });
  if (group.before_from_after)
    for (Step& step : rows) step.before += step.after;
}

std::size_t PackedSteps::bytes() const {
  return sizeof *this + groups_.capacity() * sizeof(Group) + begins_.capacity() * sizeof(std::uint16_t) +
         places_.bytes() + rows_.bytes();
}

}  // namespace lockstep::trace
