#include "sim/check/releases.h"

#include <algorithm>

namespace lockstep::check {
namespace {

// After so many addresses a chain counts as one that orders: silence, where the answer would take too long.
constexpr std::uint32_t kMostFollowed = 1 << 16;

std::uint32_t ThreadOf(const EarlierDeed& earlier) {
  return earlier.who.warp * trace::kWarpSize + LaneOf(earlier.segment);
}

std::uint64_t KeyOf(std::uint32_t block, std::uint32_t number) { return std::uint64_t{block} << 32 | number; }

template <class Histories, class Key>
auto SumOf(const Histories& histories, Key key, std::uint32_t count) {
  const auto found = histories.find(key);
  return found == histories.end() ? nullptr : found->second.Of(count);
}

// The lanes' fences that `known` or `more` has. The same object where it has all of them.
std::shared_ptr<const WarpFences> Together(const std::shared_ptr<const WarpFences>& known,
                                           const std::shared_ptr<const WarpFences>& more) {
  if (!known || !more || known == more) return known ? known : more;
  WarpFences together = *known;
  for (std::uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    together.in_block[lane] = std::max(together.in_block[lane], more->in_block[lane]);
    together.anywhere[lane] = std::max(together.anywhere[lane], more->anywhere[lane]);
  }
  return together == *known ? known : std::make_shared<const WarpFences>(together);
}

// The addresses that `known` or `more` has, each with the larger count. The same object where it has all of them.
std::shared_ptr<const AcquiredList> Together(const std::shared_ptr<const AcquiredList>& known,
                                             const std::shared_ptr<const AcquiredList>& more) {
  if (!more) return known;
  AcquiredList together = known ? *known : AcquiredList();
  for (const Acquired& one : *more) {
    const auto found = std::ranges::find(together, one.address, &Acquired::address);
    if (found == together.end())
      together.push_back({.address = one.address, .count = one.count});
    else
      found->count = std::max(found->count, one.count);
  }
  return known && together == *known ? known : std::make_shared<const AcquiredList>(std::move(together));
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

void Told::Learn(std::uint32_t more_in_block, std::uint32_t more_anywhere, std::uint32_t more_read) {
  in_block = std::max(in_block, more_in_block);
  anywhere = std::max(anywhere, more_anywhere);
  read = std::max(read, more_read);
}

std::uint32_t Told::For(const EarlierDeed& earlier) const {
  return std::max({anywhere, earlier.same_block ? in_block : 0, earlier.was_read ? read : 0});
}

template <class Sum>
const Sum* History<Sum>::Of(std::uint32_t count) const {
  const auto after = std::ranges::lower_bound(sums_, count, {}, &std::pair<std::uint32_t, Sum>::first);
  return after == sums_.begin() ? nullptr : &std::prev(after)->second;
}

void Releases::Add(std::uint64_t address, const Release& release) {
  const std::lock_guard lock(mutex_);
  const Reach &in_block = release.in_block, &anywhere = release.anywhere, &read = release.read;
  Variable& variable = variables_[address];
  const std::uint32_t number = variable.count++;
  variable.threads[KeyOf(release.block, release.thread)].Append(
      number, [&](ByThread& sum) { sum.episode.Learn(in_block.episode, anywhere.episode, read.episode); });
  variable.warps[KeyOf(release.block, release.thread / trace::kWarpSize)].Append(number, [&](ByWarp& sum) {
    sum.floor.Learn(in_block.warp_floor, anywhere.warp_floor, read.warp_floor);
    sum.fences = Together(sum.fences, release.warp_fences);
  });
  variable.blocks[release.block].Append(number, [&](ByBlock& sum) {
    sum.floor.Learn(in_block.floor, anywhere.floor, read.floor);
    // Later fences of a block are in addition to earlier ones.
    if (!release.fenced || release.barrier_floor < sum.barrier_floor) return;
    sum.barrier_floor = release.barrier_floor;
    sum.fenced = release.fenced;
  });
  variable.acquired.Append(number, [&](auto& sum) { sum = Together(sum, release.acquired); });
  any_ = true;
}

std::uint32_t Releases::Count(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  const auto found = variables_.find(address);
  return found == variables_.end() ? 0 : found->second.count;
}

bool Releases::Tells(const Variable& variable, std::uint32_t count, const EarlierDeed& earlier) {
  const Episode& who = earlier.who;
  const std::uint32_t episode = EpisodeOf(earlier.segment), thread = ThreadOf(earlier), lane = LaneOf(earlier.segment);
  const ByThread* self = SumOf(variable.threads, KeyOf(who.block, thread), count);
  if (self && episode <= self->episode.For(earlier)) return true;
  if (const ByWarp* warp = SumOf(variable.warps, KeyOf(who.block, who.warp), count)) {
    if (episode < warp->floor.For(earlier)) return true;
    if (warp->fences &&
        (episode <= warp->fences->anywhere[lane] || (earlier.same_block && episode <= warp->fences->in_block[lane])))
      return true;
  }
  const ByBlock* block = SumOf(variable.blocks, who.block, count);
  if (!block) return false;
  return episode < block->floor.For(earlier) || (block->fenced && episode < block->barrier_floor &&
                                                 thread < block->fenced->size() && (*block->fenced)[thread] >= episode);
}

bool Releases::Covers(const AcquiredList& list, const EarlierDeed& earlier) {
  const std::lock_guard lock(mutex_);
  // Most patterns hand over directly.
  for (const Acquired& acquired : list)
    if (const auto found = variables_.find(acquired.address);
        found != variables_.end() && Tells(found->second, acquired.count, earlier))
      return true;
  return CoversThroughOthers(list, earlier);
}

// Knowledge that went from thread to thread, address by address. What the list says directly has been asked.
bool Releases::CoversThroughOthers(const AcquiredList& list, const EarlierDeed& earlier) {
  AcquiredList open;
  std::unordered_map<std::uint64_t, std::uint32_t> seen;
  std::uint32_t followed = 0;
  const auto open_others = [&](const Variable& variable, std::uint32_t count) {
    const auto* others = variable.acquired.Of(count);
    if (others && *others) open.insert(open.end(), (*others)->begin(), (*others)->end());
  };
  for (const Acquired& direct : list) {
    const auto found = variables_.find(direct.address);
    if (found == variables_.end()) continue;
    seen[direct.address] = direct.count;
    open_others(found->second, direct.count);
  }
  while (!open.empty()) {
    const Acquired acquired = open.back();
    open.pop_back();
    std::uint32_t& count = seen[acquired.address];
    const auto found = variables_.find(acquired.address);
    if (acquired.count <= count || found == variables_.end()) continue;
    count = acquired.count;
    if (Tells(found->second, count, earlier)) return true;
    if (++followed == kMostFollowed) return true;
    open_others(found->second, count);
  }
  return false;
}

}  // namespace lockstep::check
