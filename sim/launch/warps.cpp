#include "sim/launch/warps.h"

namespace lockstep::launch {

Warps::Warps(ThreadRun* threads, std::uint32_t count)
    : threads_(threads), thread_count_(count), warp_count_((count + trace::kWarpSize - 1) / trace::kWarpSize) {
  for (std::uint32_t i = 0; i < count; ++i) ready_[i / trace::kWarpSize] |= 1u << (i % trace::kWarpSize);
  for (std::uint32_t warp = 0; warp < warp_count_; ++warp) exited_[warp] = ~ready_[warp];
}

void Warps::MakeAllReady() {
  for (std::uint32_t warp = 0; warp < warp_count_; ++warp) ready_[warp] = ~exited_[warp];
}

void Warps::Leave(const ThreadRun& thread) {
  Park(thread);
  exited_[WarpOf(thread)] |= LaneBit(thread);
}

void Warps::ParkToConverge(const ThreadRun& thread) {
  Park(thread);
  converging_[WarpOf(thread)] |= LaneBit(thread);
}

void Warps::TakeTurn(std::uint32_t warp, std::uint32_t patience) {
  if (converging_[warp] && ++turns_[warp] > patience) Converge(warp);
}

void Warps::Converge(std::uint32_t warp) {
  ThreadRun* const threads = lanes(warp);
  std::uint32_t asking = 0;
  for (std::uint32_t left = converging_[warp]; left; left &= left - 1)
    if (threads[std::countr_zero(left)].wait_detail) asking |= left & -left;
  const std::uint32_t group = asking ? FurthestBehind(warp, asking) : 0;
  for (std::uint32_t left = group; left; left &= left - 1) threads[std::countr_zero(left)].result = group;
  ready_[warp] |= group | (converging_[warp] & ~asking);
  converging_[warp] = asking & ~group;
  turns_[warp] = 0;
}

// Lanes are together where they came by one path. Which of two paths is behind follows from the rounds of their loops
// only, so the lane with the fewest names the group.
std::uint32_t Warps::FurthestBehind(std::uint32_t warp, std::uint32_t asking) const {
  const ThreadRun* const threads = lanes(warp);
  CallPath behind = threads[std::countr_zero(asking)].path;
  std::uint32_t group = 0;
  for (std::uint32_t left = asking; left; left &= left - 1)
    if (const CallPath& path = threads[std::countr_zero(left)].path; path.rounds < behind.rounds) behind = path;
  for (std::uint32_t left = asking; left; left &= left - 1)
    if (threads[std::countr_zero(left)].path.place == behind.place) group |= left & -left;
  return group;
}

}  // namespace lockstep::launch
