#include "shared/trace/objects.h"

#include <algorithm>
#include <bit>

#include "shared/base/must.h"

namespace lockstep::trace {

Object ObjectView::Copy() const {
  return {.kind = kind,
          .name = std::string(name),
          .variable = variable,
          .element = element,
          .shape = {shape.begin(), shape.end()},
          .address = address,
          .size = size,
          .allocated_at = allocated_at,
          .block = block,
          .thread = thread};
}

void Objects::Add(const Object& object) {
  if (object.kind == ObjectKind::kShared) shared_.push_back(static_cast<std::uint32_t>(size()));
  open_.push_back(
      {.form = forms_.Add(object), .block = object.block, .thread = object.thread, .address = object.address});
  if (open_.size() < kTogether) return;
  packed_.emplace_back(open_);
  packed_bytes_ += packed_.back().bytes();
  open_.clear();
}

void Objects::Change(std::size_t i, const Object& object) {
  MUST(i < size() && FormOf(i).kind == object.kind, "a changed object is there, and of the same kind");
  const ObjectPlace place{
      .form = forms_.Add(object), .block = object.block, .thread = object.thread, .address = object.address};
  const std::size_t together = i / kTogether;
  if (together == packed_.size()) {
    open_[i % kTogether] = place;
    return;
  }
  std::array<ObjectPlace, kTogether> places;
  for (std::size_t k = 0; k < kTogether; ++k) places[k] = packed_[together][k];
  places[i % kTogether] = place;
  packed_bytes_ -= packed_[together].bytes();
  packed_[together] = Packed(places);
  packed_bytes_ += packed_[together].bytes();
}

Objects::Packed::Packed(std::span<const ObjectPlace> places) : least(places[0]) {
  ObjectPlace most = places[0];
  for (const ObjectPlace& place : places) {
    least = {.form = std::min(least.form, place.form),
             .block = std::min(least.block, place.block),
             .thread = std::min(least.thread, place.thread),
             .address = std::min(least.address, place.address)};
    most = {.form = std::max(most.form, place.form),
            .block = std::max(most.block, place.block),
            .thread = std::max(most.thread, place.thread),
            .address = std::max(most.address, place.address)};
  }
  const auto bits = [](std::uint64_t span) { return static_cast<std::uint8_t>(std::bit_width(span)); };
  width = {bits(most.form - least.form), bits(most.block - least.block), bits(most.thread - least.thread),
           bits(most.address - least.address)};
  for (const std::uint8_t field : width) row_width = static_cast<std::uint8_t>(row_width + field);
  for (const ObjectPlace& place : places) {
    rows.Add(place.form - least.form, width[kForm]);
    rows.Add(place.block - least.block, width[kBlock]);
    rows.Add(place.thread - least.thread, width[kThread]);
    rows.Add(place.address - least.address, width[kAddress]);
  }
  rows.Shrink();
}

bool operator==(const Objects& a, const Objects& b) {
  return std::ranges::equal(a, b,
                            [](const ObjectView& one, const ObjectView& other) { return one.Copy() == other.Copy(); });
}

}  // namespace lockstep::trace
