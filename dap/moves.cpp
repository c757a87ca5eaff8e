#include "dap/moves.h"

#include <algorithm>

namespace lockstep::dap {
namespace {

using replay::Direction;
using replay::Model;
using replay::Position;
using replay::StepIndex;
using replay::ThreadSlot;
using trace::StepKind;

// A stop of a thread, and how many functions it was in.
struct Stop {
  Position position = 0;
  int depth = 0;
};

// All lines of a thread, and its end.
std::vector<Stop> StopsOf(const Model& model, ThreadSlot thread) {
  std::vector<Stop> stops;
  int depth = 0;
  for (const StepIndex i : model.index().StepsOf(thread)) {
    switch (model.launch().steps[i].kind) {
      case StepKind::kEnter: ++depth; break;
      case StepKind::kLeave: --depth; break;
      case StepKind::kLine: stops.push_back({i + 1, depth}); break;
      case StepKind::kExit:
      case StepKind::kFault: stops.push_back({i + 1, 0}); break;
      default: break;
    }
  }
  return stops;
}

}  // namespace

std::optional<Position> NextOf(const Model& model, ThreadSlot thread, Step step, Direction direction) {
  if (thread == ThreadSlot::kNone) return std::nullopt;
  const std::vector<Stop> stops = StopsOf(model, thread);
  // The stop that the thread stands on: the last one that has happened.
  const auto after = std::ranges::upper_bound(stops, model.position(), {}, &Stop::position);
  const int depth = after == stops.begin() ? 0 : std::prev(after)->depth;
  const auto fits = [&](const Stop& stop) {
    if (after == stops.begin() || step == Step::kIn) return true;
    return step == Step::kOver ? stop.depth <= depth : stop.depth < depth;
  };
  if (direction == Direction::kForward) {
    const auto next = std::find_if(after, stops.end(), fits);
    return next == stops.end() ? std::nullopt : std::optional(next->position);
  }
  for (auto stop = after; stop != stops.begin();) {
    --stop;
    if (stop->position < model.position() && fits(*stop)) return stop->position;
  }
  return std::nullopt;
}

Position BeginOfFrame(const Model& model, ThreadSlot thread, std::size_t frame) {
  std::vector<Position> entries;
  for (const StepIndex i : model.index().StepsOf(thread)) {
    if (i >= model.position()) break;
    if (model.launch().steps[i].kind == StepKind::kEnter) entries.push_back(i + 1);
    if (model.launch().steps[i].kind == StepKind::kLeave && !entries.empty()) entries.pop_back();
  }
  const Position entry = frame < entries.size() ? entries[frame] : 0;
  // To its first line, where its parameters have their values.
  for (const StepIndex i : model.index().StepsOf(thread))
    if (i >= entry && model.launch().steps[i].kind == StepKind::kLine) return i + 1;
  return entry;
}

std::vector<Position> VisitsOf(const Model& model, ThreadSlot thread, replay::Line line) {
  std::vector<Position> visits;
  if (thread == ThreadSlot::kNone) return visits;
  for (const StepIndex i : model.index().StepsOf(thread)) {
    const trace::Step& step = model.launch().steps[i];
    if (step.kind == StepKind::kLine && model.LineOfSite(step.site) == line) visits.push_back(i + 1);
  }
  return visits;
}

}  // namespace lockstep::dap
