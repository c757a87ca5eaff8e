#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "shared/query/step_row.h"
#include "shared/query/tables.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::StepIndex;
using replay::ThreadSlot;
using trace::StepKind;

constexpr std::size_t kMostNames = 8;  // of columns that nobody asked for

// A thread, and its visits of the loop's line in the launch that the model is in.
struct Loop {
  ThreadSlot thread = ThreadSlot::kNone;
  std::vector<StepIndex> visits;
  bool is_anothers = false;  // the thread of the moment does not come to the line
};

bool IsAtLine(const Model& model, StepIndex step, std::uint32_t line) {
  const trace::Step& at = model.launch().steps[step];
  return at.kind == StepKind::kLine && model.LineOfSite(at.site).number == line;
}

// That of the first of these threads that comes to the line.
std::optional<Loop> FindInLaunch(Model& model, const Query& query, const std::function<bool(ThreadSlot)>& is_wanted) {
  StepRow row(model);
  Loop loop;
  const auto& steps = model.launch().steps;
  for (StepIndex i = 0; i < steps.size(); ++i) {
    if (!IsAtLine(model, i, *query.line)) continue;
    const ThreadSlot slot = model.index().ThreadOf(steps[i]);
    if (slot == ThreadSlot::kNone || !is_wanted(slot)) continue;
    row.Choose(i);
    if (query.where && !Evaluate(*query.where, row).IsTrue()) continue;
    loop.thread = slot;
    break;
  }
  if (loop.thread == ThreadSlot::kNone) return std::nullopt;
  for (const StepIndex i : model.index().StepsOf(loop.thread))
    if (IsAtLine(model, i, *query.line)) loop.visits.push_back(i);
  return loop;
}

// In the launch of the moment: of its thread, else of another thread of its block, else of any.
std::optional<Loop> FindNear(Model& model, const Query& query, const replay::Cursor& from) {
  model.MoveTo(from.launch, 0);
  const ThreadSlot chosen = model.SlotOf(from.block, from.thread);
  if (auto loop = FindInLaunch(model, query, [&](ThreadSlot slot) { return slot == chosen; })) return loop;
  auto loop = FindInLaunch(model, query, [&](ThreadSlot slot) { return model.BlockOf(slot) == from.block; });
  if (!loop) loop = FindInLaunch(model, query, [](ThreadSlot) { return true; });
  if (loop) loop->is_anothers = true;
  return loop;
}

std::optional<Loop> FindFirst(Model& model, const Query& query) {
  for (std::uint32_t launch = 0; launch < model.recording().launches.size(); ++launch) {
    model.MoveTo(launch, 0);
    if (auto loop = FindInLaunch(model, query, [](ThreadSlot) { return true; })) return loop;
  }
  return std::nullopt;
}

Expected<Loop> Find(Model& model, const Query& query, const std::optional<replay::Cursor>& from) {
  if (auto loop = from ? FindNear(model, query, *from) : FindFirst(model, query)) return std::move(*loop);
  return Fail(fmt::format("no recorded thread{} comes to line {}", query.where ? " that fits" : "", *query.line));
}

// Local variables that the thread writes between the first and the last visit.
std::vector<Column> WrittenIn(const Model& model, const Loop& loop) {
  std::vector<Column> columns;
  for (const StepIndex i : model.index().StepsOf(loop.thread)) {
    const trace::Step& step = model.launch().steps[i];
    if (i < loop.visits.front() || i > loop.visits.back() || !IsWrite(step)) continue;
    const auto object = model.object(step.object);
    if (!object || object->kind != trace::ObjectKind::kLocal || columns.size() == kMostNames) continue;
    if (std::ranges::find(columns, object->name, &Column::title) != columns.end()) continue;
    const std::string name(object->name);
    columns.push_back({name, {.kind = Expression::Kind::kProgram, .text = "::" + name}});
  }
  return columns;
}

}  // namespace

Expected<Table> ListIterations(Model& model, const Query& query, const std::optional<replay::Cursor>& from,
                               const Limits& limits) {
  const auto loop = Find(model, query, from);
  if (!loop) return std::unexpected(loop.error());
  const std::uint32_t launch = model.launch_place();
  const std::vector<Column> columns = query.print.empty() ? WrittenIn(model, *loop) : query.print;
  Table table{.columns = {"iteration", "step"}};
  for (const Column& column : columns) table.columns.push_back(column.title);
  StepRow row(model);
  for (std::size_t i = 0; i + 1 < loop->visits.size(); ++i) {
    if (++table.selected > std::min(query.limit, limits.rows)) continue;
    // The last step before the thread comes back: what it prints is the iteration's result.
    const StepIndex end = model.index().Previous(loop->visits[i + 1]);
    TableRow shown{.place = {.launch = launch,
                             .step = end + 1,
                             .block = model.BlockOf(loop->thread),
                             .thread = model.ThreadOf(loop->thread),
                             .line = model.LineOfSite(model.launch().steps[loop->visits[i]].site)}};
    shown.values = {Value::OfCount(i + 1), Value::OfCount(loop->visits[i])};
    row.Choose(end);
    for (const Column& column : columns) shown.values.push_back(Evaluate(column.value, row));
    table.rows.push_back(std::move(shown));
  }
  table.notes.push_back(fmt::format(
      "thread {} of block {} in launch {}, which came to line {} {} times", replay::Text(model.ThreadOf(loop->thread)),
      replay::Text(model.BlockOf(loop->thread)), launch, *query.line, loop->visits.size()));
  if (loop->is_anothers)
    table.notes.push_back(fmt::format("thread {} of block {} does not come to line {}", replay::Text(from->thread),
                                      replay::Text(from->block), *query.line));
  if (table.selected > table.rows.size())
    table.notes.push_back(fmt::format("{} of {} iterations are shown", table.rows.size(), table.selected));
  return table;
}

}  // namespace lockstep::query
