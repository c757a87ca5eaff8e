#include <fmt/format.h>

#include <algorithm>

#include "shared/query/tables.h"
#include "shared/replay/replay.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::ThreadSlot;

// The variables that the thread sees at the model's moment, and what each is.
void AddNames(const Model& model, ThreadSlot slot, std::vector<std::string>& names) {
  const auto frames = replay::CallStack(model, slot, model.position());
  if (frames.empty()) return;
  for (const replay::LiveVariable& live : frames.back().variables)
    if (const trace::Variable* variable = model.variable(live.variable);
        variable && std::ranges::find(names, variable->name) == names.end())
      names.push_back(variable->name);
}

Value ValueAt(const Model& model, ThreadSlot slot, std::string_view name) {
  const auto value = replay::Evaluate(model, slot, name);
  if (!value) return Value::Unknown(value.error().message);
  return {.text = value->text, .number = value->number};
}

Value Difference(const Value& then, const Value& now) {
  if (!then.known() || !now.known()) return Value::Unknown("one of the two has no value");
  if (then.text == now.text) return Value::OfText("");
  const auto difference =
      then.number && now.number ? replay::Apply("-", *now.number, *then.number) : std::optional<replay::Number>();
  return difference ? Value::Of(*difference) : Value::OfText("changed");
}

}  // namespace

Expected<Table> CompareMoments(Model& model, const Query& query, const std::optional<replay::Cursor>& from) {
  const auto& launches = model.recording().launches;
  if (query.since->launch >= launches.size())
    return Fail(fmt::format("there is no launch {}: the recording has {}", query.since->launch, launches.size()));
  const auto& steps = launches[query.since->launch].steps;
  if (query.since->step >= steps.size())
    return Fail(
        fmt::format("there is no step {}: launch {} has {}", query.since->step, query.since->launch, steps.size()));
  replay::Cursor then{.launch = query.since->launch, .step = query.since->step + 1};
  model.MoveTo(then);
  const ThreadSlot of_step = model.index().ThreadOf(steps[query.since->step]);
  if (of_step == ThreadSlot::kNone) return Fail("the thread of that step is not in the recording");
  then.block = from ? from->block : model.BlockOf(of_step);
  then.thread = from ? from->thread : model.ThreadOf(of_step);
  replay::Cursor now = from.value_or(then);
  // At its end a thread has no variables any more: the moment before it leaves the kernel is the last with any.
  if (!from) {
    const auto own = model.index().StepsOf(of_step);
    const auto leaves = std::ranges::find_if(own, [&](replay::StepIndex i) {
      return i >= then.step && steps[i].kind == trace::StepKind::kLeave &&
             replay::CallStack(model, of_step, i).size() <= 1;
    });
    now.step = leaves == own.end() ? static_cast<replay::Position>(steps.size()) : *leaves;
  }
  std::vector<std::string> names;
  std::vector<Value> before, after;
  const auto read = [&](const replay::Cursor& at, std::vector<Value>& values) {
    model.MoveTo(at);
    const ThreadSlot slot = model.SlotOf(at.block, at.thread);
    for (const std::string& name : names) values.push_back(ValueAt(model, slot, name));
  };
  for (const replay::Cursor& at : {then, now}) {
    model.MoveTo(at);
    AddNames(model, model.SlotOf(at.block, at.thread), names);
  }
  for (const Column& column : query.print)
    if (std::ranges::find(names, column.title) == names.end()) names.push_back(column.title);
  read(then, before);
  read(now, after);
  Table table{.columns = {"name", "then", "now", "difference"}, .selected = names.size()};
  for (std::size_t i = 0; i < names.size(); ++i)
    table.rows.push_back({now, {Value::OfText(names[i]), before[i], after[i], Difference(before[i], after[i])}});
  table.notes.push_back(fmt::format("thread {} of block {}: step {} of launch {}, and step {} of launch {}",
                                    replay::Text(then.thread), replay::Text(then.block), then.step - 1, then.launch,
                                    now.step == 0 ? 0 : now.step - 1, now.launch));
  return table;
}

}  // namespace lockstep::query
