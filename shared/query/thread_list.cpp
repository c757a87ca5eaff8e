#include <fmt/format.h>

#include "shared/query/step_row.h"
#include "shared/query/tables.h"
#include "shared/replay/replay.h"
#include "shared/trace/words.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::ThreadSlot;

// A thread at the model's moment.
class ThreadRow : public Row {
 public:
  explicit ThreadRow(const Model& model) : model_(model) {}
  Arithmetic arithmetic() const override { return ArithmeticOf(model_.recording()); }
  void Choose(ThreadSlot slot) { slot_ = slot; }

  Value Of(Field field) const override {
    const trace::Dim3 block = model_.BlockOf(slot_), thread = model_.ThreadOf(slot_);
    const std::uint32_t linear = static_cast<std::uint32_t>(slot_) % model_.index().threads_per_block();
    if (const auto value = FieldOfThread(field, block, thread, linear)) return *value;
    switch (field) {
      case Field::kLaunch: return Value::OfCount(model_.launch_place());
      case Field::kKind: return Value::OfText(replay::Word(replay::PhaseOf(model_, slot_)));
      case Field::kLine: {
        const replay::Line line = replay::LineOf(model_, slot_);
        return line.number > 0 ? Value::OfCount(line.number) : Value::Unknown("the thread is on no line");
      }
      default: return Value::Unknown("it is a field of steps, and a thread is none");
    }
  }

  Value Of(const std::string& expression) const override {
    const std::string_view all = expression;
    const auto value = replay::Evaluate(model_, slot_, all.starts_with("::") ? all.substr(2) : all);
    if (!value) return Value::Unknown(value.error().message);
    return {.text = value->text, .number = value->number};
  }

 private:
  const Model& model_;
  ThreadSlot slot_ = ThreadSlot::kNone;
};

struct Slots {
  std::uint32_t begin = 0, end = 0;
};

Slots SlotsOf(const Model& model, Scope scope, ThreadSlot slot) {
  const std::uint32_t threads = model.index().threads_per_block(), at = static_cast<std::uint32_t>(slot);
  const std::uint32_t block = at / threads * threads;
  if (scope == Scope::kGrid) return {0, model.index().thread_count()};
  if (scope == Scope::kBlock) return {block, block + threads};
  const std::uint32_t warp = block + (at - block) / trace::kWarpSize * trace::kWarpSize;
  return {warp, std::min(warp + trace::kWarpSize, block + threads)};
}

}  // namespace

Expected<Table> ListThreads(Model& model, const Query& query, const std::optional<replay::Cursor>& from,
                            const Limits& limits) {
  if (!from) return Fail("`threads` is about a moment: --at LAUNCH:STEP names it");
  model.MoveTo(*from);
  const ThreadSlot slot = model.SlotOf(from->block, from->thread);
  if (slot == ThreadSlot::kNone) return Fail("the block of that moment was not recorded");
  const auto field = [](Field of) { return Expression{.kind = Expression::Kind::kField, .field = of}; };
  std::vector<Column> columns;
  if (query.scope == Scope::kGrid) columns.push_back({"block", field(Field::kBlock)});
  columns.push_back({"thread", field(Field::kThread)});
  columns.push_back({"lane", field(Field::kLane)});
  columns.push_back({"line", field(Field::kLine)});
  columns.push_back({"state", field(Field::kKind)});
  columns.insert(columns.end(), query.print.begin(), query.print.end());
  Table table;
  for (const Column& column : columns) table.columns.push_back(column.title);
  const Slots slots = SlotsOf(model, query.scope, slot);
  ThreadRow row(model);
  for (std::uint32_t at = slots.begin; at < slots.end; ++at) {
    row.Choose(static_cast<ThreadSlot>(at));
    if (query.where && !Evaluate(*query.where, row).IsTrue()) continue;
    if (++table.selected > std::min(query.limit, limits.rows)) continue;
    TableRow shown{.place = *from};
    shown.place.block = model.BlockOf(static_cast<ThreadSlot>(at));
    shown.place.thread = model.ThreadOf(static_cast<ThreadSlot>(at));
    shown.place.line = replay::LineOf(model, static_cast<ThreadSlot>(at));
    for (const Column& column : columns) shown.values.push_back(Evaluate(column.value, row));
    table.rows.push_back(std::move(shown));
  }
  if (table.selected > table.rows.size())
    table.notes.push_back(fmt::format("{} of {} threads are shown", table.rows.size(), table.selected));
  return table;
}

}  // namespace lockstep::query
