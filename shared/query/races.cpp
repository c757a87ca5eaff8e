#include <fmt/format.h>

#include <algorithm>

#include "shared/query/step_row.h"
#include "shared/query/tables.h"
#include "shared/trace/build_command.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::StepIndex;
using trace::RecordedSide;
using trace::StepKind;

// An access of a race.
struct Access {
  StepIndex step = 0;
  replay::ThreadSlot thread = replay::ThreadSlot::kNone;
  replay::Line line;
  bool writes = false;
};

class Races {
 public:
  explicit Races(Model& model) : model_(model), row_(model) {}

  Expected<Table> Take() {
    const auto& findings = model_.recording().findings;
    if (findings.empty())
      return Fail("the recording has no findings: `lockstep check FILE.cu --record r.lstrace` makes one that has them");
    Table table{.columns = {"kind", "line", "first", "second", "place", "what", "missing", "other order"}};
    for (const trace::RecordedFinding& finding : findings)
      if (finding.kind.starts_with("race-") || IsLostUpdate(finding)) Add(finding, table);
    table.selected = table.rows.size();
    if (!table.rows.empty())
      table.notes.push_back(
          fmt::format("`lockstep record {} --order shuffled:1` runs the threads in another order, and "
                      "`lockstep diff` compares both recordings",
                      trace::BuildCommand(model_.recording())));
    return table;
  }

 private:
  static bool IsLostUpdate(const trace::RecordedFinding& finding) { return finding.kind == "lost-update"; }

  void Add(const trace::RecordedFinding& finding, Table& table) {
    std::vector<const RecordedSide*> sides;
    for (const RecordedSide& side : finding.sides)
      if (side.step != RecordedSide::kNotRecorded) sides.push_back(&side);
    if (sides.size() < 2 || sides[0]->launch != sides[1]->launch || sides[0]->step == sides[1]->step) {
      table.notes.push_back(
          fmt::format("{} on line {}: both accesses are not in the recording", finding.kind, finding.line));
      return;
    }
    const auto [a, b] = std::minmax(sides[0]->step, sides[1]->step);
    model_.MoveTo(sides[0]->launch, b + 1);
    const Access first = AccessAt(a), second = AccessAt(b);
    TableRow row{.place = {.launch = model_.launch_place(), .step = a + 1, .line = first.line}};
    row.place.block = model_.BlockOf(first.thread);
    row.place.thread = model_.ThreadOf(first.thread);
    row.place.object = model_.launch().steps[a].object;
    row.values = {Value::OfText(finding.kind), Value::OfCount(finding.line), Value::OfCount(a), Value::OfCount(b)};
    row_.Choose(a);
    row.values.push_back(row_.Of(Field::kPlace));
    row.values.push_back(Value::OfText(
        fmt::format("{} {}; {} {}", NameOf(first), DescribeStep(model_, a), NameOf(second), DescribeStep(model_, b))));
    if (IsLostUpdate(finding)) {
      row.values.push_back(Value::OfText("an atomic operation in place of the read and the write"));
      row.values.push_back(Value::OfText("one of the updates is lost if both threads read before either writes"));
    } else {
      row.values.push_back(Value::OfText(Missing(first, second)));
      row.values.push_back(Value::OfText(OtherOrder(first, second)));
    }
    table.rows.push_back(std::move(row));
  }

  Access AccessAt(StepIndex step) {
    row_.Choose(step);
    return {.step = step,
            .thread = model_.index().ThreadOf(model_.launch().steps[step]),
            .line = row_.Line(),
            .writes = IsWrite(model_.launch().steps[step])};
  }

  std::string NameOf(const Access& access) const {
    return fmt::format("thread {} of block {}", replay::Text(model_.ThreadOf(access.thread)),
                       replay::Text(model_.BlockOf(access.thread)));
  }

  // The order would be there if the first thread came to a barrier after its access, and the second had passed the same
  // before its own.
  std::string Missing(const Access& first, const Access& second) const {
    const bool in_block = model_.BlockOf(first.thread) == model_.BlockOf(second.thread);
    if (!in_block) return "threads of different blocks have no barrier: an atomic operation, or another launch";
    const auto steps = model_.index().StepsOf(first.thread);
    const auto next = std::find_if(std::ranges::upper_bound(steps, first.step), steps.end(),
                                   [&](StepIndex i) { return model_.launch().steps[i].kind == StepKind::kArrive; });
    std::string text =
        first.line == second.line
            ? fmt::format("a barrier between the two visits of line {}", first.line.number)
            : fmt::format("a barrier after line {} and before line {}", first.line.number, second.line.number);
    if (next == steps.end()) return text + "; the first thread comes to no further barrier";
    return text + fmt::format("; the first thread's next one is on line {}, at step {}",
                              model_.LineOfSite(model_.launch().steps[*next].site).number, *next);
  }

  std::string Bytes(StepIndex step, Field field) {
    row_.Choose(step);
    return row_.Of(field).text;
  }

  // From the recorded values alone, for the two accesses as they are.
  std::string OtherOrder(const Access& first, const Access& second) {
    if (first.writes && second.writes) {
      const std::string now = Bytes(second.step, Field::kNew), then = Bytes(first.step, Field::kNew);
      if (now == then) return fmt::format("the cell holds {} as well", now);
      return fmt::format("the cell holds {} instead of {}", then, now);
    }
    const Access& write = first.writes ? first : second;
    const Access& read = first.writes ? second : first;
    if (!write.writes) return "both read";
    const std::string seen = Bytes(read.step, Field::kValue);
    const std::string other = Bytes(write.step, first.writes ? Field::kOld : Field::kNew);
    if (seen == other) return fmt::format("{} reads {} as well", NameOf(read), seen);
    return fmt::format("{} reads {} instead of {}", NameOf(read), other, seen);
  }

  Model& model_;
  StepRow row_;
};

}  // namespace

Expected<Table> ListRaces(Model& model) { return Races(model).Take(); }

}  // namespace lockstep::query
