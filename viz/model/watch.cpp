#include "viz/model/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shared/replay/evaluate.h"
#include "shared/replay/thread_state.h"
#include "shared/trace/words.h"

namespace lockstep::viz {
namespace {

using replay::ThreadSlot;

LaneValue ValueIn(const replay::Model& model, ThreadSlot thread, const std::string& expression) {
  const auto value = replay::Evaluate(model, thread, expression);
  if (!value) return {.problem = value.error().message};
  LaneValue lane{.text = value->text};
  if (value->number) lane.number = value->number->AsDouble();
  return lane;
}

// The least and the most number so far, or one text.
class Gathering {
 public:
  void Add(const LaneValue& value) {
    ++group_.threads;
    if (value.text.empty()) return;
    if (group_.known++ == 0)
      group_.all = value.text;
    else if (group_.all && *group_.all != value.text)
      group_.all.reset();
    if (!value.number || std::isnan(*value.number)) return;
    if (group_.least.empty() || *value.number < least_) least_ = *value.number, group_.least = value.text;
    if (group_.most.empty() || *value.number > most_) most_ = *value.number, group_.most = value.text;
  }
  WatchGroup Result() const { return group_; }

 private:
  WatchGroup group_;
  double least_ = 0, most_ = 0;
};

}  // namespace

WatchValue Watch(const replay::Model& model, const replay::Cursor& cursor, const std::string& expression) {
  const ThreadSlot chosen = model.SlotOf(cursor.block, cursor.thread);
  WatchValue watch;
  if (chosen == ThreadSlot::kNone) {
    watch.problem = "the block was not recorded";
    return watch;
  }
  const LaneValue own = ValueIn(model, chosen, expression);
  watch.text = own.text;
  watch.problem = own.problem;
  const std::uint32_t threads = model.index().threads_per_block();
  const std::uint32_t in_block = static_cast<std::uint32_t>(chosen) % threads;
  const std::uint32_t block = static_cast<std::uint32_t>(chosen) - in_block;
  const std::uint32_t warp = in_block / trace::kWarpSize * trace::kWarpSize;
  const replay::Line line = replay::LineOf(model, chosen);
  const replay::ThreadPhase phase = replay::PhaseOf(model, chosen);
  Gathering of_warp, of_block;
  for (std::uint32_t i = 0; i < threads; ++i) {
    const auto slot = static_cast<ThreadSlot>(block + i);
    LaneValue value = ValueIn(model, slot, expression);
    of_block.Add(value);
    if (i < warp || i >= warp + trace::kWarpSize) continue;
    of_warp.Add(value);
    value.is_with = replay::LineOf(model, slot) == line && replay::PhaseOf(model, slot) == phase;
    watch.lanes.push_back(std::move(value));
  }
  while (watch.lanes.size() < trace::kWarpSize) watch.lanes.push_back({.exists = false});
  watch.warp = of_warp.Result();
  watch.block = of_block.Result();
  return watch;
}

std::string Describe(const WatchGroup& group) {
  if (group.known == 0) return fmt::format("no value in any of {}", group.threads);
  const std::string part = group.known < group.threads ? fmt::format(" in {} of {}", group.known, group.threads) : "";
  if (group.all) return fmt::format("all {}{}", *group.all, part);
  if (group.least.empty()) return "different" + part;
  return fmt::format("{} … {}{}", group.least, group.most, part);
}

WatchHistory HistoryOf(replay::Model& model, ThreadSlot thread, const std::string& expression, std::size_t most,
                       query::Progress& progress) {
  std::vector<replay::Position> stops;
  for (const replay::StepIndex step : model.index().StepsOf(thread)) {
    const trace::StepKind kind = model.launch().steps[step].kind;
    if (kind == trace::StepKind::kLine || kind == trace::StepKind::kExit) stops.push_back(step + 1);
  }
  WatchHistory history;
  const std::size_t count = std::min(stops.size(), most);
  for (std::size_t i = 0; i < count && !progress.stop; ++i) {
    const replay::Position at = stops[count == 1 ? 0 : i * (stops.size() - 1) / (count - 1)];
    model.MoveTo(model.launch_place(), at);
    auto number = ValueIn(model, thread, expression).number;
    if (number && !std::isfinite(*number)) number.reset();
    history.points.push_back({at, number});
    if (!number) continue;
    history.least = history.any ? std::min(history.least, *number) : *number;
    history.most = history.any ? std::max(history.most, *number) : *number;
    history.any = true;
  }
  return history;
}

}  // namespace lockstep::viz
