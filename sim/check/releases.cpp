#include "sim/check/releases.h"

#include <algorithm>

namespace lockstep::check {
namespace {

// After so many releases a chain counts as one that orders: silence, where the answer would take too long.
constexpr std::uint32_t kMostFollowed = 4096;

bool Reaches(const Reach& reach, const Release& release, const Episode& who, std::uint32_t thread,
             std::uint32_t episode) {
  if (thread == release.thread && episode <= reach.episode) return true;
  if (episode < reach.floor) return true;
  return who.warp == release.thread / trace::kWarpSize && episode < reach.warp_floor;
}

std::uint32_t ThreadOf(const EarlierDeed& earlier) {
  return earlier.who.warp * trace::kWarpSize + LaneOf(earlier.segment);
}

std::uint64_t KeyOf(std::uint32_t block, std::uint32_t thread) { return std::uint64_t{block} << 32 | thread; }

bool Covers(const Release& release, const EarlierDeed& earlier) {
  const Episode& who = earlier.who;
  const std::uint32_t episode = EpisodeOf(earlier.segment), thread = ThreadOf(earlier);
  if (Reaches(release.anywhere, release, who, thread, episode)) return true;
  if (earlier.same_block && Reaches(release.in_block, release, who, thread, episode)) return true;
  if (earlier.was_read && Reaches(release.read, release, who, thread, episode)) return true;
  if (release.warp_fences && who.warp == release.thread / trace::kWarpSize) {
    const std::uint32_t lane = LaneOf(earlier.segment);
    if (episode <= release.warp_fences->anywhere[lane] ||
        (earlier.same_block && episode <= release.warp_fences->in_block[lane]))
      return true;
  }
  return release.fenced && episode < release.barrier_floor && thread < release.fenced->size() &&
         (*release.fenced)[thread] >= episode;
}

}  // namespace

void Learn(AcquiredList& list, const AcquiredList& more) {
  for (const Acquired& one : more) {
    auto known = std::ranges::find(list, one.address, &Acquired::address);
    if (known == list.end()) {
      list.push_back(one);
      continue;
    }
    if (one.count > known->count) known->site = one.site;
    known->count = std::max(known->count, one.count);
    known->fenced = std::max(known->fenced, one.fenced);
    known->fenced_in_block = std::max(known->fenced_in_block, one.fenced_in_block);
  }
}

void LearnByRead(AcquiredList& list, const Acquired& read, bool owes_fence) {
  const std::uint32_t fenced = owes_fence ? 0 : read.count;
  Learn(
      list,
      {{.address = read.address, .count = read.count, .fenced = fenced, .fenced_in_block = fenced, .site = read.site}});
}

void Fence(AcquiredList& list, bool in_block) {
  for (Acquired& acquired : list) {
    acquired.fenced_in_block = acquired.count;
    if (!in_block) acquired.fenced = acquired.count;
  }
}

AcquiredList FencedPartOf(const AcquiredList& list, bool in_block) {
  AcquiredList part = list;
  for (Acquired& acquired : part) acquired.count = in_block ? acquired.fenced_in_block : acquired.fenced;
  std::erase_if(part, [](const Acquired& acquired) { return acquired.count == 0; });
  return part;
}

void Releases::Clear() {
  const std::lock_guard lock(mutex_);
  variables_.clear();
  any_ = false;
}

void Releases::Add(std::uint64_t address, Release release) {
  const std::lock_guard lock(mutex_);
  Variable& variable = variables_[address];
  const auto index = static_cast<std::uint32_t>(variable.releases.size());
  variable.by_block[release.block].push_back(index);
  variable.by_thread[KeyOf(release.block, release.thread)].push_back(index);
  variable.releases.push_back(std::move(release));
  any_ = true;
}

std::uint32_t Releases::Count(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  const auto found = variables_.find(address);
  return found == variables_.end() ? 0 : static_cast<std::uint32_t>(found->second.releases.size());
}

bool Releases::Covers(const AcquiredList& list, const EarlierDeed& earlier) {
  const std::lock_guard lock(mutex_);
  // By the thread's own releases first, then by those of its block: most patterns hand over directly.
  for (const Acquired& acquired : list) {
    const auto found = variables_.find(acquired.address);
    if (found == variables_.end()) continue;
    const auto covers = [&](const auto& lists, auto key) {
      const auto mine = lists.find(key);
      if (mine == lists.end()) return false;
      // The latest first: only releases after `earlier` can cover it.
      for (auto next = std::ranges::lower_bound(mine->second, acquired.count); next != mine->second.begin();)
        if (lockstep::check::Covers(found->second.releases[*--next], earlier)) return true;
      return false;
    };
    if (covers(found->second.by_thread, KeyOf(earlier.who.block, ThreadOf(earlier)))) return true;
    if (covers(found->second.by_block, earlier.who.block)) return true;
  }
  return CoversThroughOthers(list, earlier);
}

// Knowledge that went from thread to thread: each release is looked at once.
bool Releases::CoversThroughOthers(const AcquiredList& list, const EarlierDeed& earlier) {
  AcquiredList open = list;
  std::unordered_map<std::uint64_t, std::uint32_t> seen;
  std::uint32_t followed = 0;
  while (!open.empty()) {
    const Acquired acquired = open.back();
    open.pop_back();
    const auto found = variables_.find(acquired.address);
    if (found == variables_.end()) continue;
    std::uint32_t& first = seen[acquired.address];
    for (; first < acquired.count; ++first) {
      const Release& release = found->second.releases[first];
      if (release.block == earlier.who.block && lockstep::check::Covers(release, earlier)) return true;
      if (release.acquired) open.insert(open.end(), release.acquired->begin(), release.acquired->end());
      if (++followed == kMostFollowed) return true;
    }
  }
  return false;
}

}  // namespace lockstep::check
