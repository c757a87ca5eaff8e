#include "shared/trace/steps.h"

#include <algorithm>

namespace lockstep::trace {

std::vector<Step> Steps::Copy(std::size_t begin, std::size_t count) const {
  std::vector<Step> copy;
  copy.reserve(count);
  for (std::size_t i = begin; i < begin + count; ++i) copy.push_back((*this)[i]);
  return copy;
}

void Steps::Pack() {
  const std::size_t count = open_.size() / PackedSteps::kMost * PackedSteps::kMost;
  for (std::size_t i = 0; i < count; i += PackedSteps::kMost) {
    chunks_.emplace_back(std::span(open_).subspan(i, PackedSteps::kMost));
    packed_bytes_ += chunks_.back().bytes();
  }
  packed_ += count;
  open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(count));
  if (open_.capacity() > (std::size_t{1} << 17)) open_.shrink_to_fit();
}

void Steps::Replace(PackedSteps& chunk, std::span<const Step> steps) {
  packed_bytes_ -= chunk.bytes();
  chunk = PackedSteps(steps);
  packed_bytes_ += chunk.bytes();
}

bool operator==(const Steps& a, const Steps& b) { return std::ranges::equal(a, b); }

}  // namespace lockstep::trace
