#include "sim/check/nested.h"

#include <algorithm>

namespace lockstep::check {
namespace {

bool IsOrdered(const NestedPlace& earlier, const NestedPlace& later) {
  if (later.is_tail || earlier.is_tail) return true;
  if (earlier.slot == later.slot) return true;
  const auto after = later.after.find(earlier.slot);
  return after != later.after.end() && after->second >= earlier.place;
}

}  // namespace

EpisodeRanges Merge(const EpisodeRanges& some, const EpisodeRanges& more) {
  EpisodeRanges all;
  std::ranges::merge(some, more, std::back_inserter(all), {}, &EpisodeRange::first, &EpisodeRange::first);
  EpisodeRanges merged;
  for (const EpisodeRange& range : all) {
    if (range.first >= range.end) continue;
    if (!merged.empty() && range.first <= merged.back().end)
      merged.back().end = std::max(merged.back().end, range.end);
    else
      merged.push_back(range);
  }
  return merged;
}

void NestedOrder::LeaveTo(std::size_t depth, std::uint32_t now) {
  while (grids_.size() > depth) {
    const Grid left = std::move(grids_.back());
    grids_.pop_back();
    if (!grids_.empty()) grids_.back().launched.push_back({left.place, {left.episodes.first, now}});
  }
}

EpisodeRanges NestedOrder::UnorderedWith(const Grid& parent, const NestedPlace& place) const {
  if (place.is_tail) return parent.unordered;
  EpisodeRanges unordered = Merge(parent.unordered, {parent.episodes});
  EpisodeRanges siblings;
  for (const Sibling& sibling : parent.launched)
    if (!IsOrdered(sibling.place, place)) siblings.push_back(sibling.episodes);
  return Merge(unordered, siblings);
}

void NestedOrder::BeginOfHost(std::uint32_t first) {
  grids_.clear();
  launches_.clear();
  unordered_.clear();
  grids_.push_back({.episodes = {first, first}});
}

void NestedOrder::Begin(std::uint32_t depth, std::uint64_t number, const NestedPlace& place, std::uint32_t first) {
  LeaveTo(depth, first);
  if (grids_.empty()) return BeginOfHost(first);
  Grid grid{.episodes = {first, first}, .place = place};
  if (const auto launch = launches_.extract(number)) grid.known = std::move(launch.mapped());
  grid.unordered = UnorderedWith(grids_.back(), place);
  unordered_ = grid.unordered;
  grids_.push_back(std::move(grid));
}

void NestedOrder::End(std::uint32_t end) {
  if (!grids_.empty()) grids_.back().episodes.end = end;
}

bool NestedOrder::IsOfAncestor(std::uint32_t episode) const {
  return std::ranges::any_of(
      grids_, [&](const Grid& grid) { return episode >= grid.episodes.first && episode < grid.episodes.end; });
}

bool NestedOrder::IsBefore(Segment earlier) const {
  const std::uint32_t episode = EpisodeOf(earlier);
  for (std::size_t i = 0; i + 1 < grids_.size(); ++i)
    if (episode >= grids_[i].episodes.first && episode < grids_[i].episodes.end)
      return grids_[i + 1].known.Holds(episodes_[episode], earlier);
  return false;
}

}  // namespace lockstep::check
