#include "sim/check/order.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

#include "shared/base/address_space.h"

namespace lockstep::check {

namespace {

constexpr std::size_t kTableBytes = (std::size_t{Episodes::kMost} + 64) * sizeof(Episode);

void TakeLatest(const std::vector<std::uint32_t>& known, std::vector<std::uint32_t>& latest) {
  for (std::size_t i = 0; i < latest.size(); ++i) latest[i] = std::max(latest[i], known[i]);
}

}  // namespace

Episodes::Episodes() {
  // Untouched pages cost nothing; zero is what they hold.
  void* table = mmap(nullptr, kTableBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (table == MAP_FAILED) EndWithoutAddressSpace("the table of episodes");
  table_ = static_cast<Episode*>(table);
}

Episodes::~Episodes() { munmap(table_, kTableBytes); }

std::uint32_t Episodes::Begin(std::uint32_t block, std::uint32_t warp, std::uint32_t count) {
  std::uint32_t first = IsFull() ? kMost : next_.fetch_add(count, std::memory_order_relaxed);
  if (first >= kMost) {
    next_ = kMost;
    first = kMost;
  }
  for (std::uint32_t i = 0; i < count; ++i) table_[first + i] = {block, warp + i};
  return first;
}

BlockOrder::BlockOrder(Episodes& episodes, std::uint32_t block, std::uint32_t threads, std::uint32_t floor,
                       const EpisodeRanges* unordered)
    : episodes_(episodes),
      block_(block),
      launch_floor_(floor),
      grid_floor_(unordered && !unordered->empty() ? unordered->front().first : floor),
      unordered_(unordered),
      segments_(threads),
      warps_((threads + trace::kWarpSize - 1) / trace::kWarpSize) {
  BeginEpisodes();
  first_ = floor_;
}

void BlockOrder::BeginEpisodes() {
  const std::uint32_t first = episodes_.Begin(block_, 0, static_cast<std::uint32_t>(warps_.size()));
  floor_ = first;
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
    warps_[warp].seen = {.floor = first};
    warps_[warp].executed = {.floor = first};
  }
  for (std::uint32_t thread = 0; thread < segments_.size(); ++thread)
    segments_[thread] = (first + thread / trace::kWarpSize) * trace::kWarpSize + thread % trace::kWarpSize;
  known_of_others_.clear();
}

void BlockOrder::PassBarrier() {
  ++barriers_;
  BeginEpisodes();
}

void BlockOrder::PassGridBarrier(std::uint32_t floor) {
  ++barriers_;
  BeginEpisodes();
  grid_floor_ = floor;
}

std::uint32_t BlockOrder::LanesOf(std::uint32_t warp) const {
  const auto lanes = std::min<std::size_t>(trace::kWarpSize, segments_.size() - warp * trace::kWarpSize);
  return lanes == trace::kWarpSize ? ~0u : (1u << lanes) - 1;
}

void BlockOrder::Join(Past& past, std::uint32_t warp, std::uint32_t mask, std::uint32_t next_episode) const {
  if (mask == LanesOf(warp)) {
    past.floor = next_episode;
    past.known.reset();
    return;
  }
  if (!past.known) {
    past.known = std::make_unique<std::array<Known, trace::kWarpSize>>();
    for (Known& known : *past.known) known.fill(0);
  }
  Known joined{};
  for (std::uint32_t left = mask; left; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
    for (unsigned i = 0; i < trace::kWarpSize; ++i) joined[i] = std::max(joined[i], (*past.known)[lane][i]);
    joined[lane] = std::max(joined[lane], EpisodeOf(segments_[warp * trace::kWarpSize + lane]));
  }
  for (std::uint32_t left = mask; left; left &= left - 1) (*past.known)[std::countr_zero(left)] = joined;
}

void BlockOrder::BeginEpisode(std::uint32_t warp, std::uint32_t mask, std::uint32_t episode) {
  for (std::uint32_t left = mask; left; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
    segments_[warp * trace::kWarpSize + lane] = episode * trace::kWarpSize + lane;
  }
}

void BlockOrder::Meet(std::uint32_t warp, std::uint32_t mask) {
  mask &= LanesOf(warp);
  const std::uint32_t episode = episodes_.Begin(block_, warp, 1);
  Join(warps_[warp].seen, warp, mask, episode);
  Join(warps_[warp].executed, warp, mask, episode);
  BeginEpisode(warp, mask, episode);
  if (!known_of_others_.empty()) JoinWhatIsKnownOfOthers(warp, mask);
}

void BlockOrder::ComeTogether(std::uint32_t warp, std::uint32_t mask) {
  mask &= LanesOf(warp);
  const std::uint32_t episode = episodes_.Begin(block_, warp, 1);
  Join(warps_[warp].executed, warp, mask, episode);
  BeginEpisode(warp, mask, episode);
}

void BlockOrder::JoinWhatIsKnownOfOthers(std::uint32_t warp, std::uint32_t mask) {
  Latest together;
  for (std::uint32_t left = mask; left; left &= left - 1) {
    const Latest& known = known_of_others_[warp * trace::kWarpSize + std::countr_zero(left)];
    if (!known || known == together) continue;
    if (!together) {
      together = known;
      continue;
    }
    auto both = std::make_shared<std::vector<std::uint32_t>>(*together);
    TakeLatest(*known, *both);
    together = std::move(both);
  }
  for (std::uint32_t left = mask; left; left &= left - 1)
    known_of_others_[warp * trace::kWarpSize + std::countr_zero(left)] = together;
}

void BlockOrder::AddPast(std::uint32_t thread, std::vector<std::uint32_t>& latest) const {
  latest[thread] = std::max(latest[thread], EpisodeOf(segments_[thread]));
  const Past& warp = warps_[thread / trace::kWarpSize].seen;
  const std::uint32_t base = thread / trace::kWarpSize * trace::kWarpSize;
  for (std::uint32_t lane = 0; lane < trace::kWarpSize && base + lane < segments_.size(); ++lane) {
    std::uint32_t known = warp.floor ? warp.floor - 1 : 0;
    if (warp.known) known = std::max(known, (*warp.known)[thread % trace::kWarpSize][lane]);
    latest[base + lane] = std::max(latest[base + lane], known);
  }
}

void BlockOrder::Arrive(std::uint32_t thread, std::vector<std::uint32_t>& arrived) {
  arrived.resize(segments_.size(), 0);
  if (!known_of_others_.empty() && known_of_others_[thread]) TakeLatest(*known_of_others_[thread], arrived);
  AddPast(thread, arrived);
  const std::uint32_t warp = thread / trace::kWarpSize;
  BeginEpisode(warp, 1u << thread % trace::kWarpSize, episodes_.Begin(block_, warp, 1));
}

void BlockOrder::MeetThreads(const std::vector<std::uint32_t>& threads, const std::vector<std::uint32_t>* arrived) {
  if (known_of_others_.empty()) known_of_others_.resize(segments_.size());
  auto together = std::make_shared<std::vector<std::uint32_t>>(segments_.size(), 0);
  std::vector<std::uint32_t>& latest = *together;
  if (arrived) TakeLatest(*arrived, latest);
  const std::vector<std::uint32_t>* joined = nullptr;
  for (std::uint32_t thread : threads) {
    if (const auto* known = known_of_others_[thread].get(); known && known != joined) {
      TakeLatest(*known, latest);
      joined = known;
    }
    AddPast(thread, latest);
  }
  // New episodes, a warp at a time, for those that have met.
  std::vector<std::uint32_t> episode(warps_.size(), 0);
  for (std::uint32_t thread : threads) {
    std::uint32_t& mine = episode[thread / trace::kWarpSize];
    if (!mine) mine = episodes_.Begin(block_, thread / trace::kWarpSize, 1);
    segments_[thread] = mine * trace::kWarpSize + thread % trace::kWarpSize;
    known_of_others_[thread] = together;
  }
}

KnownToThread BlockOrder::WhatKnows(std::uint32_t thread) const {
  const std::uint32_t warp = thread / trace::kWarpSize, lane = thread % trace::kWarpSize;
  const Past& past = warps_[warp].seen;
  KnownToThread known{.block = block_,
                      .warp = warp,
                      .lane = lane,
                      .now = episodes_.next(),
                      .block_floor = floor_,
                      .grid_floor = grid_floor_};
  for (std::uint32_t other = 0; other < trace::kWarpSize; ++other)
    known.lanes[other] = std::max(past.floor ? past.floor - 1 : 0, past.known ? (*past.known)[lane][other] : 0);
  known.lanes[lane] = EpisodeOf(segments_[thread]);
  if (!known_of_others_.empty()) known.others = known_of_others_[thread];
  return known;
}

bool KnownToThread::Holds(const Episode& who, Segment earlier) const {
  const std::uint32_t episode = EpisodeOf(earlier), of = LaneOf(earlier);
  if (episode < grid_floor || (has_acquired && episode < now)) return true;
  if (who.block != block) return false;
  if (episode < block_floor || (who.warp == warp && episode <= lanes[of])) return true;
  const std::uint32_t thread = who.warp * trace::kWarpSize + of;
  return others && thread < others->size() && episode <= (*others)[thread];
}

bool BlockOrder::IsUnordered(std::uint32_t episode) const {
  if (!unordered_) return false;
  const auto after = std::ranges::upper_bound(*unordered_, episode, {}, &EpisodeRange::first);
  return after != unordered_->begin() && episode < std::prev(after)->end;
}

bool BlockOrder::IsBefore(Segment earlier, std::uint32_t thread) const {
  const std::uint32_t episode = EpisodeOf(earlier);
  if (episode < launch_floor_) return IsSettled(episode);
  if (episode < grid_floor_) return true;
  const Episode& who = episodes_[episode];
  if (who.block != block_) return false;
  if (episode < floor_) return true;
  const std::uint32_t other = who.warp * trace::kWarpSize + LaneOf(earlier);
  if (other == thread) return true;
  if (who.warp == thread / trace::kWarpSize &&
      warps_[who.warp].seen.Holds(episode, LaneOf(earlier), thread % trace::kWarpSize))
    return true;
  if (known_of_others_.empty() || !known_of_others_[thread]) return false;
  return (*known_of_others_[thread])[other] >= episode;
}

bool BlockOrder::IsReadBefore(Segment earlier, std::uint32_t thread) const {
  if (IsBefore(earlier, thread)) return true;
  const std::uint32_t episode = EpisodeOf(earlier);
  const Episode& who = episodes_[episode];
  return episode >= launch_floor_ && who.block == block_ && who.warp == thread / trace::kWarpSize &&
         warps_[who.warp].executed.Holds(episode, LaneOf(earlier), thread % trace::kWarpSize);
}

}  // namespace lockstep::check
