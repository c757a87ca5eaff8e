#include "sim/check/block_sync.h"

#include <algorithm>
#include <bit>

namespace lockstep::check {
namespace {

// Of one block. Each takes memory until the launch ends.
constexpr std::uint32_t kMostReleasesOfReads = 1024;

bool Has(const AcquiredList& list, std::uint64_t address) {
  return std::ranges::count(list, address, &Acquired::address) != 0;
}

template <class Work>
void ForEachLane(std::uint32_t lanes, Work&& work) {
  for (std::uint32_t left = lanes; left; left &= left - 1) work(static_cast<std::uint32_t>(std::countr_zero(left)));
}

}  // namespace

BlockSync::OfThread& BlockSync::Of(std::uint32_t thread) {
  if (threads_.empty()) threads_.resize(order_.threads());
  return threads_[thread];
}

Reach BlockSync::ReachOf(std::uint32_t thread) const {
  return {EpisodeOf(order_.segment(thread)), order_.floor(), order_.warp_floor(thread / trace::kWarpSize)};
}

void BlockSync::BeginEpisode(std::uint32_t thread) {
  order_.Meet(thread / trace::kWarpSize, 1u << (thread % trace::kWarpSize));
}

void BlockSync::Fence(std::uint32_t thread, Scope scope) {
  OfThread& self = Of(thread);
  self.has_fenced = true;
  self.in_block = ReachOf(thread);
  if (scope == Scope::kDevice) {
    self.anywhere = self.in_block;
    if (fence_episodes_.empty()) fence_episodes_.resize(order_.threads());
    fence_episodes_[thread] = self.in_block.episode;
  }
  Learn(self.acquired, acquired_);
  lockstep::check::Fence(self.acquired, scope == Scope::kBlock);
  BeginEpisode(thread);
}

void BlockSync::Release(std::uint32_t thread, std::uint64_t address, std::optional<Scope> own) {
  if (!own && !fenced_ && (threads_.empty() || !(threads_[thread].has_fenced || threads_[thread].warp_fences))) return;
  const OfThread& self = Of(thread);
  lockstep::check::Release release{.block = order_.block(),
                                   .thread = thread,
                                   .in_block = self.in_block,
                                   .anywhere = self.anywhere,
                                   .fenced = fenced_,
                                   .barrier_floor = order_.floor(),
                                   .warp_fences = self.warp_fences};
  if (own) release.in_block = ReachOf(thread);
  if (own == Scope::kDevice) release.anywhere = release.in_block;
  release.acquired = AllAcquired(thread);
  releases_.Add(address, release);
  if (own) BeginEpisode(thread);
}

void BlockSync::ReleaseReads(std::uint32_t thread, std::uint64_t address) {
  if (++reads_released_ > kMostReleasesOfReads) return;
  releases_.Add(address,
                {.block = order_.block(), .thread = thread, .read = ReachOf(thread), .acquired = AllAcquired(thread)});
  BeginEpisode(thread);
}

void BlockSync::Acquire(std::uint32_t thread, std::uint64_t address, std::uint32_t site, bool owes_fence) {
  if (releases_.IsEmpty()) return;
  if (const std::uint32_t count = releases_.Count(address))
    LearnByRead(Of(thread).acquired, {.address = address, .count = count, .site = site}, owes_fence);
}

void BlockSync::PassBarrier() {
  for (OfThread& thread : threads_) {
    if (thread.acquired.empty()) continue;
    Learn(acquired_, thread.acquired);
    thread.acquired.clear();
  }
  if (!fence_episodes_.empty()) fenced_ = std::make_shared<const std::vector<std::uint32_t>>(fence_episodes_);
}

// Lanes that meet know each other's fences: one of them may then release for all.
void BlockSync::ShareFences(std::uint32_t warp, std::uint32_t lanes) {
  auto together = std::make_shared<WarpFences>();
  bool any = false;
  ForEachLane(lanes, [&](std::uint32_t lane) {
    const OfThread& thread = threads_[warp * trace::kWarpSize + lane];
    any |= thread.has_fenced || thread.warp_fences;
    if (thread.warp_fences)
      for (std::uint32_t i = 0; i < trace::kWarpSize; ++i) {
        together->in_block[i] = std::max(together->in_block[i], thread.warp_fences->in_block[i]);
        together->anywhere[i] = std::max(together->anywhere[i], thread.warp_fences->anywhere[i]);
      }
    if (!thread.has_fenced) return;
    together->in_block[lane] = std::max(together->in_block[lane], thread.in_block.episode);
    together->anywhere[lane] = std::max(together->anywhere[lane], thread.anywhere.episode);
  });
  if (!any) return;
  ForEachLane(lanes, [&](std::uint32_t lane) { threads_[warp * trace::kWarpSize + lane].warp_fences = together; });
}

void BlockSync::MeetWarp(std::uint32_t warp, std::uint32_t lanes) {
  if (threads_.empty()) return;
  ShareFences(warp, lanes);
  AcquiredList together;
  ForEachLane(lanes, [&](std::uint32_t lane) { Learn(together, threads_[warp * trace::kWarpSize + lane].acquired); });
  if (together.empty()) return;
  ForEachLane(lanes, [&](std::uint32_t lane) { threads_[warp * trace::kWarpSize + lane].acquired = together; });
}

const AcquiredList& BlockSync::AcquiredBy(std::uint32_t thread) const {
  static const AcquiredList nothing;
  return threads_.empty() ? nothing : threads_[thread].acquired;
}

std::shared_ptr<const AcquiredList> BlockSync::AllAcquired(std::uint32_t thread) const {
  AcquiredList all = acquired_;
  Learn(all, AcquiredBy(thread));
  return all.empty() ? nullptr : std::make_shared<const AcquiredList>(std::move(all));
}

bool BlockSync::Knows(const AcquiredList& acquired, Segment earlier, bool was_read) const {
  const Episode& who = episodes_[EpisodeOf(earlier)];
  return releases_.Covers(
      acquired, {.who = who, .segment = earlier, .same_block = who.block == order_.block(), .was_read = was_read});
}

bool BlockSync::IsOrdered(std::uint32_t thread, Segment earlier, bool was_read) const {
  return !releases_.IsEmpty() && (Knows(acquired_, earlier, was_read) || Knows(AcquiredBy(thread), earlier, was_read));
}

bool BlockSync::OwesFence(std::uint32_t thread, Segment earlier) const {
  const bool in_block = episodes_[EpisodeOf(earlier)].block == order_.block();
  return !Knows(FencedPartOf(acquired_, in_block), earlier) &&
         !Knows(FencedPartOf(AcquiredBy(thread), in_block), earlier);
}

std::uint32_t BlockSync::SiteOfWait(std::uint32_t thread, Segment earlier) const {
  for (const AcquiredList* list : {&AcquiredBy(thread), &acquired_})
    for (const Acquired& acquired : *list)
      if (acquired.site && Knows({acquired}, earlier)) return acquired.site;
  return 0;
}

KnownToThread BlockSync::Launch(std::uint32_t thread) {
  KnownToThread known = order_.WhatKnows(thread);
  known.has_acquired = !acquired_.empty() || !AcquiredBy(thread).empty();
  BeginEpisode(thread);
  return known;
}

bool BlockSync::HasAcquired(std::uint32_t thread, std::uint64_t address) const {
  return Has(acquired_, address) || Has(AcquiredBy(thread), address);
}

}  // namespace lockstep::check
