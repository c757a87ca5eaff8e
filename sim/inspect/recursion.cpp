#include "sim/inspect/recursion.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace lockstep::inspect {
namespace {

// CUDA C++ Programming Guide, technical specifications: local memory of a thread.
constexpr std::uint64_t kMostLocalMemory = 512 << 10;

std::string HintFor(std::uint64_t bytes) {
  const std::uint64_t enough = std::bit_ceil(2 * bytes);
  if (enough > kMostLocalMemory)
    return fmt::format("does it end? A thread has {} bytes of local memory at most", kMostLocalMemory);
  return fmt::format("ask for more before the launch, `cudaDeviceSetLimit(cudaLimitStackSize, {})`, or use a loop",
                     enough);
}

}  // namespace

void RecursionCheck::Enters(launch::ThreadRun& thread, const LockstepSite* site, std::uint64_t bytes) {
  ++thread.recursive_calls;
  thread.recursion_bytes += bytes;
  if (thread.recursion_bytes <= context_.machine.stack_limit()) return;
  const std::lock_guard lock(mutex_);
  const check::Rank rank = context_.RankOf(thread);
  if (deepest_ && (deepest_->bytes > thread.recursion_bytes ||
                   (deepest_->bytes == thread.recursion_bytes && !(rank < deepest_->rank))))
    return;
  deepest_ = {.bytes = thread.recursion_bytes,
              .calls = thread.recursive_calls,
              .rank = rank,
              .site = site,
              .side = context_.SideOf(thread, site, report::Action::kCall, 0)};
}

void RecursionCheck::Leaves(launch::ThreadRun& thread, std::uint64_t bytes) {
  --thread.recursive_calls;
  thread.recursion_bytes -= bytes;
}

void RecursionCheck::LaunchEnds(const launch::LaunchOutcome& outcome) {
  const std::optional<Deepest> deepest = std::exchange(deepest_, std::nullopt);
  if (!deepest) return;
  if (outcome.fault == launch::LaunchFault::kStackOverflow) context_.fault_is_reported = true;
  const check::FindingKey key{report::FindingKind::kStackOverflow, deepest->site->function, deepest->site->unit};
  context_.collector.Add(key, deepest->rank, [&] {
    report::Finding finding = context_.Begin(key.kind, "", deepest->site);
    finding.fact = fmt::format("the recursion of `{}` needs {} bytes of stack or more, and a thread has {}",
                               finding.place.function, deepest->bytes, context_.machine.stack_limit());
    finding.sides.push_back(deepest->side);
    finding.sides.back().note = fmt::format("is {} calls deep", deepest->calls);
    finding.hint = HintFor(deepest->bytes);
    return finding;
  });
}

}  // namespace lockstep::inspect
