#include "shared/replay/accesses.h"

#include <algorithm>

#include "shared/trace/lookup.h"

namespace lockstep::replay {
namespace {

Writer WriterOfStep(const Model& model, StepIndex step) {
  const ThreadSlot slot = model.index().ThreadOf(model.launch().steps[step]);
  Writer writer{.step = step};
  if (slot == ThreadSlot::kNone) return writer;
  writer.block = model.BlockOf(slot);
  writer.thread = model.ThreadOf(slot);
  return writer;
}

// Calls `look` for the writes at one offset that may cover byte `offset`, in the order of time.
template <class Look>
void ForWritesOver(const WriteOrder& order, std::uint64_t offset, Look look) {
  if (order.writes.empty() || offset > 0xffffffff) return;
  const auto last = static_cast<std::uint32_t>(offset);
  const std::uint32_t first = last - std::min<std::uint32_t>(last, order.longest - (order.longest > 0 ? 1 : 0));
  auto begin = std::ranges::lower_bound(order.writes, std::pair{first, StepIndex{0}});
  while (begin != order.writes.end() && begin->first <= last) {
    const auto end = std::ranges::upper_bound(begin, order.writes.end(), std::pair{begin->first, kNoStep});
    look(begin, end);
    begin = end;
  }
}

bool Covers(const Model& model, StepIndex step, std::uint64_t offset) {
  const trace::Step& write = model.launch().steps[step];
  return offset >= write.offset && offset - write.offset < write.size;
}

}  // namespace

LineVisit VisitFrom(const Model& model, StepIndex begin) {
  const auto& all = model.launch().steps;
  LineVisit visit{.line = model.LineOfSite(all[begin].site), .begin = begin};
  const auto steps = model.index().StepsOf(model.index().ThreadOf(all[begin]));
  int depth = 0;
  for (auto i = std::ranges::upper_bound(steps, begin); i != steps.end(); ++i) {
    const trace::StepKind kind = all[*i].kind;
    if (depth == 0 &&
        (kind == trace::StepKind::kLine || kind == trace::StepKind::kLeave || kind == trace::StepKind::kExit))
      break;
    if (kind == trace::StepKind::kEnter) ++depth;
    if (depth == 0) visit.steps.push_back(*i);
    if (kind == trace::StepKind::kLeave) --depth;
  }
  return visit;
}

std::optional<LineVisit> CurrentVisit(const Model& model, ThreadSlot thread) {
  if (thread == ThreadSlot::kNone) return std::nullopt;
  const StepIndex last = model.playback().LastStep(thread);
  if (last == kNoStep || model.launch().steps[last].kind == trace::StepKind::kExit) return std::nullopt;
  const StepIndex line = model.index().LineStep(last);
  if (line == kNoStep) return std::nullopt;
  return VisitFrom(model, line);
}

std::vector<Touch> TouchesOf(const Model& model, ThreadSlot thread) {
  std::vector<Touch> touches;
  const auto visit = CurrentVisit(model, thread);
  if (!visit) return touches;
  for (const StepIndex i : visit->steps) {
    const trace::Step& step = model.launch().steps[i];
    const auto object = IsAccess(step) ? model.object(step.object) : std::nullopt;
    if (!object || object->kind == trace::ObjectKind::kLocal) continue;
    touches.push_back({i, step.object, step.offset, step.size, IsWrite(step), i < model.position()});
  }
  return touches;
}

std::optional<Miss> MissOf(const Model& model, ThreadSlot thread) {
  const StepIndex last = thread == ThreadSlot::kNone ? kNoStep : model.playback().LastStep(thread);
  if (last == kNoStep) return std::nullopt;
  const trace::Step& step = model.launch().steps[last];
  if (step.kind != trace::StepKind::kFault || !model.object(step.object)) return std::nullopt;
  return Miss{step.object, static_cast<std::int64_t>(step.before), step.size, step.after != 0};
}

std::optional<Writer> LastWriter(const Model& model, trace::ObjectId object, std::uint64_t offset) {
  StepIndex latest = kNoStep;
  ForWritesOver(model.WritesByOffset(object), offset, [&](auto begin, auto end) {
    auto write = std::partition_point(begin, end, [&](const auto& w) { return w.second < model.position(); });
    while (write != begin) {
      --write;
      if (latest != kNoStep && write->second < latest) return;
      if (!Covers(model, write->second, offset)) continue;
      latest = write->second;
      return;
    }
  });
  if (latest == kNoStep) return std::nullopt;
  return WriterOfStep(model, latest);
}

std::optional<Writer> NextWriter(const Model& model, trace::ObjectId object, std::uint64_t offset) {
  StepIndex first = kNoStep;
  ForWritesOver(model.WritesByOffset(object), offset, [&](auto begin, auto end) {
    auto write = std::partition_point(begin, end, [&](const auto& w) { return w.second < model.position(); });
    while (write != end && !Covers(model, write->second, offset)) ++write;
    if (write != end) first = std::min(first, write->second);
  });
  if (first == kNoStep) return std::nullopt;
  return WriterOfStep(model, first);
}

std::optional<Writer> FinalWriter(const Model& model, trace::ObjectId object, std::uint64_t offset) {
  const auto map = std::ranges::find(model.launch().writers, object, &trace::WriterMap::object);
  if (map == model.launch().writers.end() || map->cell == 0 || offset / map->cell >= map->writer.size()) {
    return std::nullopt;
  }
  const std::uint64_t code = map->writer[offset / map->cell];
  const std::uint64_t threads = model.launch().block.Count();
  if (code == 0 || threads == 0 || (code - 1) / threads >= model.launch().grid.Count()) return std::nullopt;
  return Writer{.block = FromLinearIndex((code - 1) / threads, model.launch().grid),
                .thread = FromLinearIndex((code - 1) % threads, model.launch().block)};
}

}  // namespace lockstep::replay
