#include "sim/launch/repetition.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace lockstep::launch {
namespace {

void Append(std::vector<char>& state, const auto& value) {
  const auto* bytes = reinterpret_cast<const char*>(&value);
  state.insert(state.end(), bytes, bytes + sizeof value);
}

[[clang::no_sanitize("address")]] void AppendStack(std::vector<char>& state, const ThreadRun& thread, const char* low) {
  const std::size_t at = state.size(), size = static_cast<std::size_t>(thread.stack.high() - low);
  Append(state, low);
  state.resize(at + sizeof low + size);
  for (std::size_t i = 0; i < size; ++i) state[at + sizeof low + i] = low[i];
  // If the same loops have not been left since, these values have decided nothing, and never will.
  for (const CarriedValues* carried = thread.carried; carried; carried = carried->others) {
    const std::size_t values =
        state.size() - static_cast<std::size_t>(thread.stack.high() - reinterpret_cast<const char*>(carried + 1));
    std::fill_n(state.begin() + static_cast<std::ptrdiff_t>(values), carried->bytes - sizeof *carried, '\0');
  }
}

// The bytes below compiled code's part of a stack depend on the thread that came last, and that on the order of
// threads. A thread that waits for no other (polls) has its registers on the stack.
void AppendThread(std::vector<char>& state, BlockRun& block, const ThreadRun& thread) {
  Append(state, thread.waits);
  if (thread.waits == Waits::kExited) return;
  Append(state, block.IsReady(thread));
  const bool meets = thread.waits != Waits::kNothing && thread.waits != Waits::kConvergence && thread.caller.stack;
  if (!meets) return AppendStack(state, thread, static_cast<const char*>(thread.context.place));
  Append(state, thread.caller);
  AppendStack(state, thread, thread.caller.stack);
  if (thread.waits != Waits::kNamedBarrier && thread.waits != Waits::kWarp) return;
  Append(state, thread.wait_detail);
  Append(state, thread.result);
  if (thread.waits == Waits::kNamedBarrier) return;
  Append(state, thread.complete);
  Append(state, thread.operand);
  Append(state, thread.operand_lane);
}

void AppendBlock(std::vector<char>& state, BlockRun& block) {
  Append(state, block.predicate_count());
  Append(state, block.gathered());
  Append(state, block.left_in_warp());
  for (const BlockRun::NamedBarrier& barrier : block.named_barriers()) {
    Append(state, barrier.arrived);
    Append(state, barrier.expected);
    Append(state, barrier.gathered);
    Append(state, barrier.is_whole);
  }
  for (std::uint32_t i = 0; i < block.thread_count(); ++i) AppendThread(state, block, block.thread(i));
}

}  // namespace

std::uint64_t StateAtCall(const ThreadRun& thread) {
  std::vector<char> state;
  Append(state, thread.caller);
  AppendStack(state, thread, thread.caller.stack);
  return std::hash<std::string_view>()({state.data(), state.size()});
}

bool Repetition::Look(std::span<BlockRun* const> blocks, LaunchObserver& observer) {
  now_.clear();
  bool asked_clock = false;
  for (BlockRun* block : blocks) {
    asked_clock |= block->TakeClockAsked();
    Append(now_, block);
    AppendBlock(now_, *block);
  }
  ++turn_;
  if (asked_clock) {
    kept_at_ = until_ = 0;  // what time it is never comes again
  } else if (kept_at_ > 0 && now_ == kept_ && observer.IsMemoryAsKept()) {
    until_ = turn_ + (turn_ - std::exchange(kept_at_, turn_));
    return true;
  }
  if (turn_ < until_) return true;
  if (until_ == turn_) until_ = 0;
  if (turn_ - kept_at_ < distance_) return false;
  distance_ = kept_at_ > 0 ? 2 * distance_ : 1;
  kept_at_ = turn_;
  kept_.swap(now_);
  observer.KeepMemory();
  return false;
}

}  // namespace lockstep::launch
