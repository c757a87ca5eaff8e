#include "sim/launch/policy.h"

#include <algorithm>
#include <bit>

namespace lockstep::launch {
namespace {

// Signals of a block before which other blocks go first. After so many a block that only polls must be seen to do so,
// and a queue that is reused has been reused.
constexpr std::uint32_t kSignalsAside = 4096;
// Signals of a block before which its other threads go first; then only before one of every kBetween, because a change
// of threads takes longer than most signals, of which there may be millions.
constexpr std::uint32_t kSignalsHandedOver = 1 << 14, kBetween = 64;

// Signals of a block in a shuffled order that count as its first.
constexpr std::uint32_t kEarlySignals = 16;

// A warp that has gone this many lines lets another warp run, so that a loop which waits for another warp ends.
constexpr std::uint64_t kLinesPerTurn = 1 << 14;
// Rounds that lanes may be left behind by others of their warp before both sides take turns.
constexpr std::uint32_t kPatience = 256;

// Of lanes `among`, those at the place that is furthest behind: the smallest key, which has deep calls before shallow
// ones, then places by their order in the function.
std::uint32_t FurthestBehind(const ThreadRun* lanes, std::uint32_t among) {
  std::uint64_t key = ~std::uint64_t{0};
  std::uint32_t group = 0;
  for (std::uint32_t left = among; left; left &= left - 1) {
    const std::uint32_t lane = std::countr_zero(left);
    if (lanes[lane].key < key) {
      key = lanes[lane].key;
      group = 0;
    }
    if (lanes[lane].key == key) group |= 1u << lane;
  }
  return group;
}

// Of lanes that wait to converge, those that others can meet only here. Lanes that ask in a loop may be met by
// those that are on another round, ahead or not.
std::uint32_t OutsideLoops(const ThreadRun* lanes, std::uint32_t converging) {
  std::uint32_t outside = 0;
  for (std::uint32_t left = converging; left; left &= left - 1)
    if (lanes[std::countr_zero(left)].path.rounds == 0) outside |= left & -left;
  return outside;
}

}  // namespace

// --- serial

ThreadRun* SerialPolicy::Next(Warps& warps, const ThreadRun* self) const {
  const std::uint32_t after = self ? self->linear : warps.thread_count() - 1;
  std::uint32_t warp = after / trace::kWarpSize;
  const std::uint32_t lane = after % trace::kWarpSize;
  std::uint32_t among = lane == trace::kWarpSize - 1 ? 0 : ~0u << (lane + 1);
  // The first warp twice: its lanes above `after` first, those below it last.
  for (std::uint32_t i = 0; i <= warps.warp_count(); ++i) {
    // Lanes that converge only now had no turn before: the first of them is next, wherever it is.
    if (!warps.ready(warp) && warps.converging(warp)) among = ~0u;
    if (const std::uint32_t lanes = warps.ReadyOrConverged(warp) & among) return warps.First(warp, lanes);
    warp = warp + 1 == warps.warp_count() ? 0 : warp + 1;
    among = ~0u;
  }
  return nullptr;
}

// --- consumer-first

ThreadRun* ConsumerFirstPolicy::Next(Warps& warps, const ThreadRun* self) const {
  const std::uint32_t before = self ? self->linear : warps.thread_count();
  std::uint32_t warp = before / trace::kWarpSize, among = (1u << (before % trace::kWarpSize)) - 1;
  if (warp == warps.warp_count()) warp = 0, among = 0;
  for (std::uint32_t i = 0; i <= warps.warp_count(); ++i) {
    if (const std::uint32_t lanes = warps.ReadyOrConverged(warp) & among) return warps.Last(warp, lanes);
    warp = warp == 0 ? warps.warp_count() - 1 : warp - 1;
    among = ~0u;
  }
  return nullptr;
}

Then ConsumerFirstPolicy::AtSignal(ThreadRun&, bool few_blocks) {
  if (few_blocks && signals_aside_ < kSignalsAside) {
    ++signals_aside_;
    return Then::kStepAside;
  }
  const std::uint32_t before = signals_++;
  return before < kSignalsHandedOver || before % kBetween == 0 ? Then::kHandOver : Then::kGoOn;
}

// --- shuffled

ThreadRun* ShuffledPolicy::Next(Warps& warps, const ThreadRun*) {
  std::uint32_t count = 0;
  for (std::uint32_t warp = 0; warp < warps.warp_count(); ++warp) count += std::popcount(warps.ReadyOrConverged(warp));
  if (count == 0) return nullptr;
  std::uint32_t choice = chance_.Below(count);
  std::uint32_t warp = 0;
  for (std::uint32_t here = std::popcount(warps.ready(warp)); choice >= here; here = std::popcount(warps.ready(++warp)))
    choice -= here;
  std::uint32_t lanes = warps.ready(warp);
  while (choice--) lanes &= lanes - 1;
  return warps.First(warp, lanes);
}

Then ShuffledPolicy::AtLine(ThreadRun&, std::uint32_t, std::uint32_t, Progress&) {
  return chance_.Below(4) == 0 ? Then::kHandOver : Then::kGoOn;
}

// Blocks that share a queue: the first one may not take everything. At the first signals of a block others go first as
// often as not, because what two blocks have to say to one another is often said by few.
Then ShuffledPolicy::AtSignal(ThreadRun&, bool few_blocks) {
  const bool is_early = signals_ < kEarlySignals;
  signals_ += is_early;
  if (few_blocks && signals_aside_ < kSignalsAside && chance_.Below(is_early ? 2 : 16) == 0) {
    ++signals_aside_;
    return Then::kStepAside;
  }
  return chance_.Below(is_early ? 2 : 4) == 0 ? Then::kHandOver : Then::kGoOn;
}

// --- lockstep

ThreadRun* LockstepPolicy::Next(Warps& warps, const ThreadRun* self) {
  return NextFrom(warps, (self ? WarpOf(*self) : 0) + (leave_warp_ ? 1 : 0));
}

ThreadRun* LockstepPolicy::NextFrom(Warps& warps, std::uint32_t warp) {
  leave_warp_ = false;
  for (std::uint32_t i = 0; i < warps.warp_count(); ++i)
    if (ThreadRun* next = NextInWarp(warps, (warp + i) % warps.warp_count())) return next;
  return nullptr;
}

ThreadRun* LockstepPolicy::NextInWarp(Warps& warps, std::uint32_t warp) {
  if (!warps.ReadyOrConverged(warp)) return nullptr;
  if (!round_[warp]) round_[warp] = NewRound(warps, warp);
  return warps.First(warp, round_[warp]);
}

std::uint32_t LockstepPolicy::NewRound(Warps& warps, std::uint32_t warp) {
  const ThreadRun* const lanes = warps.lanes(warp);
  if (const std::uint32_t converging = warps.converging(warp)) {
    // Those that converge wait no longer where all others are ahead of them.
    const std::uint32_t settled = OutsideLoops(lanes, converging);
    const std::uint32_t behind = FurthestBehind(lanes, warps.ready(warp));
    if (settled && !(FurthestBehind(lanes, warps.ready(warp) | settled) & behind))
      warps.Converge(warp);
    else
      warps.TakeTurn(warp, kPatience);
  }
  const std::uint32_t ready = warps.ready(warp), behind = FurthestBehind(lanes, ready);
  if (behind == ready) {
    left_behind_[warp] = 0;
    return ready;
  }
  const std::uint32_t rounds = ++left_behind_[warp];
  return rounds > kPatience && rounds % 2 ? FurthestBehind(lanes, ready & ~behind) : behind;
}

Then LockstepPolicy::AtLine(ThreadRun& self, std::uint32_t order, std::uint32_t site, Progress& progress) {
  const std::uint32_t depth = std::min(self.depth, 255u);
  self.key = (std::uint64_t{255 - depth} << 56) | (std::uint64_t{order} << 24) | (site & 0xffffff);
  HasHadShare(self);
  const bool starves = progress.Line();
  if (progress.lines() % (kLinesPerTurn + 1) == 0) leave_warp_ = true;
  return starves ? Then::kStarve : Then::kHandOver;
}

Then LockstepPolicy::AtSignal(ThreadRun& self, bool) {
  HasHadShare(self);
  return Then::kHandOver;
}

// Each lane a few times, then the next warp: what they wait for may be there.
void LockstepPolicy::AtPoll(const Warps& warps, const ThreadRun& self) {
  HasHadShare(self);
  if (++polls_in_warp_ <= 2 * static_cast<std::uint32_t>(std::popcount(warps.ready(WarpOf(self))))) return;
  polls_in_warp_ = 0;
  leave_warp_ = true;
}

Policy PolicyOf(const session::Order& order, std::uint64_t block_linear) {
  switch (order.kind) {
    case session::OrderKind::kLockstep: return LockstepPolicy();
    case session::OrderKind::kConsumerFirst: return ConsumerFirstPolicy();
    case session::OrderKind::kShuffled: return ShuffledPolicy(order.seed * 0x9e3779b97f4a7c15u + block_linear);
    case session::OrderKind::kSerial: break;
  }
  return SerialPolicy();
}

}  // namespace lockstep::launch
