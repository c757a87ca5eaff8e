#include "sim/check/releases.h"

#include <algorithm>

namespace lockstep {
namespace {

// How far knowledge is followed from thread to thread, and through how many of an address's releases.
constexpr int kDeepest = 6;
constexpr std::uint32_t kMostFollowed = 64;

bool Reaches(const Reach& reach, const Release& release, const Episode& who, std::uint32_t thread, std::uint32_t episode) {
  if (thread == release.thread && episode <= reach.episode) return true;
  if (episode < reach.floor) return true;
  return who.warp == release.thread / kLanes && episode < reach.warp_floor;
}

bool Covers(const Release& release, const Episode& who, Segment earlier, bool same_block) {
  const std::uint32_t episode = EpisodeOf(earlier), thread = who.warp * kLanes + LaneOf(earlier);
  if (Reaches(release.anywhere, release, who, thread, episode)) return true;
  if (same_block && Reaches(release.in_block, release, who, thread, episode)) return true;
  return release.fenced && episode < release.barrier_floor && thread < release.fenced->size() && (*release.fenced)[thread] >= episode;
}

}  // namespace

void Releases::Clear() {
  const std::lock_guard lock(mutex_);
  variables_.clear();
  any_ = false;
}

void Releases::Add(std::uint64_t address, Release release) {
  const std::lock_guard lock(mutex_);
  Variable& variable = variables_[address];
  variable.by_block[release.block].push_back(static_cast<std::uint32_t>(variable.releases.size()));
  variable.releases.push_back(std::move(release));
  any_ = true;
}

std::uint32_t Releases::Count(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  const auto found = variables_.find(address);
  return found == variables_.end() ? 0 : static_cast<std::uint32_t>(found->second.releases.size());
}

bool Releases::Covers(const AcquiredList& list, const Episode& who, Segment earlier, bool same_block) {
  const std::lock_guard lock(mutex_);
  return CoversUnlocked(list, who, earlier, same_block, 0);
}

bool Releases::CoversUnlocked(const AcquiredList& list, const Episode& who, Segment earlier, bool same_block, int depth) {
  for (const Acquired& acquired : list) {
    const auto found = variables_.find(acquired.address);
    if (found == variables_.end()) continue;
    const Variable& variable = found->second;
    const auto mine = variable.by_block.find(who.block);
    if (mine == variable.by_block.end()) continue;
    for (std::uint32_t index : mine->second) {
      if (index >= acquired.count) break;
      if (lockstep::Covers(variable.releases[index], who, earlier, same_block)) return true;
    }
  }
  if (depth == kDeepest) return false;
  for (const Acquired& acquired : list) {
    const auto found = variables_.find(acquired.address);
    if (found == variables_.end()) continue;
    const std::uint32_t first = acquired.count > kMostFollowed ? acquired.count - kMostFollowed : 0;
    for (std::uint32_t index = first; index < acquired.count; ++index) {
      const Release& release = found->second.releases[index];
      if (release.acquired && CoversUnlocked(*release.acquired, who, earlier, same_block, depth + 1)) return true;
    }
  }
  return false;
}

}  // namespace lockstep
