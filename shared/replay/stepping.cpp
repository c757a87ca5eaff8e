#include "shared/replay/stepping.h"

#include <algorithm>

#include "shared/replay/rounds.h"
#include "shared/trace/words.h"

namespace lockstep::replay {
namespace {

std::optional<Position> NextInList(const std::vector<Position>& stops, Position from, Direction direction) {
  if (direction == Direction::kForward) {
    const auto next = std::ranges::upper_bound(stops, from);
    if (next == stops.end()) return std::nullopt;
    return *next;
  }
  const auto here = std::ranges::lower_bound(stops, from);
  if (here != stops.begin()) return *(here - 1);
  return from > 0 ? std::optional<Position>(0) : std::nullopt;
}

std::optional<Position> NextOfThread(const Model& model, ThreadSlot thread, Direction direction) {
  const auto steps = model.index().StepsOf(thread);
  const auto& all = model.launch().steps;
  const auto here = std::ranges::lower_bound(steps, model.position());
  if (direction == Direction::kForward) {
    const auto next = std::find_if(here, steps.end(), [&](StepIndex i) { return IsStop(all[i]); });
    if (next == steps.end()) return std::nullopt;
    return *next + 1;
  }
  for (auto step = here; step != steps.begin();) {
    --step;
    if (IsStop(all[*step]) && *step + 1 < model.position()) return *step + 1;
  }
  return model.position() > 0 ? std::optional<Position>(0) : std::nullopt;
}

bool IsHit(const Model& model, const std::set<Line>& breakpoints, StepIndex i) {
  const trace::Step& step = model.launch().steps[i];
  return step.kind == trace::StepKind::kLine && i + 1 != model.position() &&
         breakpoints.contains(model.LineOfSite(step.site));
}

Hit HitAt(const Model& model, StepIndex i) { return {i + 1, model.index().ThreadOf(model.launch().steps[i])}; }

}  // namespace

std::optional<Position> NextStop(const Model& model, trace::Dim3 block, trace::Dim3 thread, Stride stride,
                                 Direction direction) {
  const Position here = model.position();
  if (stride == Stride::kStep) {
    if (direction == Direction::kForward) return here < model.end() ? std::optional(here + 1) : std::nullopt;
    return here > 0 ? std::optional(here - 1) : std::nullopt;
  }
  const ThreadSlot slot = model.SlotOf(block, thread);
  if (slot == ThreadSlot::kNone) return std::nullopt;
  if (stride == Stride::kThread) return NextOfThread(model, slot, direction);
  const std::uint32_t threads = model.index().threads_per_block();
  const std::uint32_t in_block = static_cast<std::uint32_t>(slot) % threads;
  const std::uint32_t block_begin = static_cast<std::uint32_t>(slot) - in_block;
  std::uint32_t begin = block_begin, end = block_begin + threads;
  if (stride == Stride::kWarp) {
    begin += in_block / trace::kWarpSize * trace::kWarpSize;
    end = std::min(begin + trace::kWarpSize, end);
  }
  return NextInList(model.Rounds(begin, end), here, direction);
}

std::optional<Hit> NextHit(const Model& model, const std::set<Line>& breakpoints, ThreadSlot thread,
                           Direction direction) {
  if (breakpoints.empty()) return std::nullopt;
  const auto is_hit = [&](StepIndex i) { return IsHit(model, breakpoints, i); };
  const bool forward = direction == Direction::kForward;
  if (thread != ThreadSlot::kNone) {
    const auto steps = model.index().StepsOf(thread);
    const auto here = std::ranges::lower_bound(steps, model.position());
    if (forward) {
      if (const auto hit = std::find_if(here, steps.end(), is_hit); hit != steps.end()) return HitAt(model, *hit);
    } else {
      for (auto i = here; i != steps.begin();) {
        if (is_hit(*--i)) return HitAt(model, *i);
      }
    }
  }
  for (StepIndex i = model.position(); forward && i < model.end(); ++i) {
    if (is_hit(i)) return HitAt(model, i);
  }
  for (StepIndex i = model.position(); !forward && i-- > 0;) {
    if (is_hit(i)) return HitAt(model, i);
  }
  return std::nullopt;
}

}  // namespace lockstep::replay
