#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>

#include "shared/base/did_you_mean.h"
#include "shared/query/event_log.h"
#include "shared/query/fast_condition.h"
#include "shared/query/place.h"
#include "shared/query/select_steps.h"
#include "shared/query/source_line.h"
#include "shared/query/step_row.h"
#include "shared/query/table.h"
#include "shared/query/tables.h"
#include "shared/query/uses.h"
#include "shared/replay/choose.h"
#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

using replay::Cursor;
using replay::Model;
using replay::StepIndex;

Expression FieldExpression(Field field) { return {.kind = Expression::Kind::kField, .field = field}; }

// The columns that name a moment.
std::vector<Column> MomentColumns(const Model& model) {
  std::vector<Column> columns;
  const auto add = [&](Field field) {
    columns.push_back({std::string(Fields()[static_cast<std::size_t>(field)].word), FieldExpression(field)});
  };
  if (model.recording().launches.size() > 1) add(Field::kLaunch);
  add(Field::kStep);
  add(Field::kBlock);
  add(Field::kThread);
  add(Field::kLine);
  return columns;
}

class Runner {
 public:
  Runner(Model& model, const Query& query, const std::optional<Cursor>& from, const Limits& limits)
      : model_(model), query_(query), from_(from), limits_(limits), row_(model) {
    if (query.where) fast_.emplace(*query.where);
    columns_ = query.form == Form::kCount ? query.count_by : MomentColumns(model);
    if (query.form == Form::kCount) return;
    if (query.print.empty()) columns_.push_back({"what", FieldExpression(Field::kText)});
    for (const Column& column : query.print) columns_.push_back(column);
  }

  // Over the query's steps, or over those that are given, by launch.
  Expected<Table> Run(const StepsByLaunch* given = nullptr) {
    given_ = given;
    for (const Column& column : columns_) table_.columns.push_back(column.title);
    if (query_.form == Form::kCount) table_.columns.insert(table_.columns.begin(), "count");
    if (auto done = AllLaunches(); !done) return std::unexpected(done.error());
    if (unknown_ > 0 && table_.selected == 0)
      return Fail("the condition has no value in any step: " + first_problem_ + MeantIn(*query_.where, first_problem_));
    if (unknown_ > 0)
      table_.notes.push_back(
          fmt::format("{} steps were left out: the condition has no value there ({})", unknown_, first_problem_));
    if (query_.form == Form::kCount) TakeGroups();
    if (auto done = Sort(); !done) return std::unexpected(done.error());
    NoteColumnsWithoutValues();
    Cut();
    return std::move(table_);
  }

 private:
  bool Backwards() const { return query_.pick == Pick::kLast || query_.pick == Pick::kPrevious; }
  bool WantsOne() const { return query_.pick != Pick::kAll; }

  Expected<void> AllLaunches() {
    const auto launches = static_cast<std::uint32_t>(model_.recording().launches.size());
    for (std::uint32_t i = 0; i < launches && !done_; ++i) {
      const std::uint32_t launch = Backwards() ? launches - 1 - i : i;
      if (from_ && query_.pick == Pick::kNext && launch < from_->launch) continue;
      if (from_ && query_.pick == Pick::kPrevious && launch > from_->launch) continue;
      model_.MoveTo(launch, 0);
      auto steps = StepsOf(launch);
      if (!steps) return std::unexpected(steps.error());
      if (Backwards()) std::ranges::reverse(*steps);
      for (std::size_t at = 0; at < steps->size() && !done_; ++at) {
        if (IsStopped(i, launches, at, steps->size())) return Fail("the question was withdrawn");
        if (!IsBeyond(launch, (*steps)[at])) Consider((*steps)[at]);
      }
    }
    return {};
  }

  Expected<std::vector<StepIndex>> StepsOf(std::uint32_t launch) const {
    if (!given_) return SelectSteps(model_, query_, fast_ ? &*fast_ : nullptr);
    const auto found = given_->find(launch);
    return found == given_->end() ? std::vector<StepIndex>{} : found->second;
  }

  bool IsStopped(std::size_t launch, std::size_t launches, std::size_t step, std::size_t steps) const {
    if (!limits_.progress) return false;
    const float of_launch = static_cast<float>(step) / static_cast<float>(steps);
    limits_.progress->share.store((static_cast<float>(launch) + of_launch) / static_cast<float>(launches),
                                  std::memory_order_relaxed);
    return limits_.progress->stop.load(std::memory_order_relaxed);
  }

  // On the wrong side of the moment that next and prev start from.
  bool IsBeyond(std::uint32_t launch, StepIndex step) const {
    if (!from_ || launch != from_->launch) return false;
    if (query_.pick == Pick::kNext) return step < from_->step;
    return query_.pick == Pick::kPrevious && step + 1 >= from_->step;
  }

  bool Fits(StepIndex step) {
    if (!query_.where) return true;
    const FastCondition::Verdict verdict = fast_->Judge(model_, model_.launch().steps[step]);
    if (verdict != FastCondition::Verdict::kAsk) return verdict == FastCondition::Verdict::kTrue;
    const Value value = Evaluate(*query_.where, row_);
    if (!value.known() && unknown_++ == 0) first_problem_ = value.problem;
    return value.known() && value.IsTrue();
  }

  void Consider(StepIndex step) {
    row_.Choose(step);
    if (!Fits(step)) return;
    ++table_.selected;
    if (query_.form == Form::kCount)
      CountRow(step);
    else if (table_.rows.size() < RowsToKeep())
      table_.rows.push_back(ReadRow(step));
    if (WantsOne()) done_ = true;
  }

  std::uint64_t RowsToKeep() const { return query_.order ? limits_.rows : std::min(query_.limit, limits_.rows); }

  TableRow ReadRow(StepIndex step) {
    TableRow row{.place = replay::MomentAfter(model_, step)};
    for (const Column& column : columns_) row.values.push_back(Evaluate(column.value, row_));
    if (query_.order) row.values.push_back(Evaluate(query_.order->value, row_));
    return row;
  }

  struct Group {
    Cursor place;
    std::vector<Value> values;
    std::uint64_t count = 0;
  };

  void CountRow(StepIndex step) {
    std::string key;
    std::vector<Value> values;
    for (const Column& column : columns_) {
      values.push_back(Evaluate(column.value, row_));
      key += values.back().text + '\0';
    }
    auto group = groups_.find(key);
    if (group == groups_.end()) {
      if (groups_.size() >= limits_.groups) return void(++not_counted_);
      group = groups_.emplace(key, Group{replay::MomentAfter(model_, step), std::move(values)}).first;
    }
    ++group->second.count;
  }

  void TakeGroups() {
    for (auto& [key, group] : groups_) {
      group.values.insert(group.values.begin(), Value::OfCount(group.count));
      table_.rows.push_back({group.place, std::move(group.values)});
    }
    if (not_counted_ > 0)
      table_.notes.push_back(fmt::format("{} steps are in none of the first {} groups", not_counted_, limits_.groups));
    std::ranges::sort(table_.rows, [](const TableRow& a, const TableRow& b) {
      const auto left = a.values[0].number->AsSigned(), right = b.values[0].number->AsSigned();
      return left != right ? left > right : IsEarlier(a, b);
    });
  }

  static bool IsEarlier(const TableRow& a, const TableRow& b) {
    return std::pair(a.place.launch, a.place.step) < std::pair(b.place.launch, b.place.step);
  }

  // Numbers before texts, and what has no value last.
  static bool IsLess(const Value& a, const Value& b) {
    const auto rank = [](const Value& value) { return value.number ? 0 : value.known() ? 1 : 2; };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (!a.number) return a.text < b.text;
    const auto less = replay::Apply("<", *a.number, *b.number);
    return less && less->IsTrue();
  }

  Expected<void> Sort() {
    if (!query_.order) return {};
    std::size_t by = columns_.size();  // rows keep the value that they are ordered by behind their own
    if (query_.form == Form::kCount) {
      const auto found = std::ranges::find(table_.columns, query_.order->title);
      if (found == table_.columns.end())
        return Fail("`" + query_.order->title +
                    "` is none of the columns: a count is ordered by `count` or by one of its fields");
      by = static_cast<std::size_t>(found - table_.columns.begin());
    }
    std::ranges::sort(table_.rows, [&](const TableRow& a, const TableRow& b) {
      const Value &left = a.values[by], &right = b.values[by];
      if (IsLess(left, right) || IsLess(right, left)) return IsLess(left, right) != query_.descending;
      return IsEarlier(a, b);
    });
    if (query_.form != Form::kCount)
      for (TableRow& row : table_.rows) row.values.pop_back();
    return {};
  }

  void Cut() {
    if (table_.rows.size() > query_.limit) table_.rows.resize(query_.limit);
    if (query_.form != Form::kCount && table_.selected > table_.rows.size())
      table_.notes.push_back(
          fmt::format("{} of {} rows are shown{}", table_.rows.size(), table_.selected,
                      query_.order && table_.selected > limits_.rows ? ", of the earliest ones" : ""));
  }

  void NoteColumnsWithoutValues() {
    if (table_.rows.empty() || query_.form == Form::kCount) return;
    for (const Column& column : query_.print) {
      const auto at =
          static_cast<std::size_t>(std::ranges::find(columns_, column.title, &Column::title) - columns_.begin());
      const auto is_unknown = [&](const TableRow& row) { return !row.values[at].known(); };
      if (!std::ranges::all_of(table_.rows, is_unknown)) continue;
      const std::string& problem = table_.rows[0].values[at].problem;
      table_.notes.push_back(
          fmt::format("`{}` has no value in any row: {}{}", column.title, problem, MeantIn(column.value, problem)));
    }
  }

  // "; did you mean `lane`?" if the problem is a name in the expression, and the program has none like it.
  std::string MeantIn(const Expression& expression, const std::string& problem) const {
    if (expression.kind == Expression::Kind::kProgram) {
      if (!problem.contains("`" + expression.text + "`")) return "";
      std::vector<std::string> known;
      for (const FieldInfo& field : Fields()) known.emplace_back(field.word);
      for (const trace::Variable& variable : model_.recording().variables) known.push_back(variable.name);
      const std::string name = FirstName(expression.text);
      return std::ranges::find(known, name) == known.end() ? DidYouMean(name, known) : "";
    }
    for (const Expression& part : expression.parts)
      if (std::string meant = MeantIn(part, problem); !meant.empty()) return meant;
    return "";
  }

  Model& model_;
  const Query& query_;
  const std::optional<Cursor>& from_;
  const Limits& limits_;
  const StepsByLaunch* given_ = nullptr;
  StepRow row_;
  std::optional<FastCondition> fast_;
  std::vector<Column> columns_;
  Table table_;
  std::map<std::string, Group> groups_;
  std::uint64_t unknown_ = 0, not_counted_ = 0;
  std::string first_problem_;
  bool done_ = false;
};

// The writes of the line of a read afterwards.
std::string WrittenWith(const Model& model, StepIndex read) {
  const StepIndex line = model.index().LineStep(read);
  if (line == replay::kNoStep) return {};
  std::string text;
  for (const StepIndex step : replay::VisitFrom(model, line).steps)
    if (step > read && IsWrite(model.launch().steps[step]))
      text += (text.empty() ? "" : "; ") + DescribeStep(model, step);
  return text;
}

// The reads and atomics of all values that the target ever has.
Expected<UsesOfValue> AllUses(Model& model, const Target& target) {
  UsesOfValue uses;
  for (std::uint32_t launch = 0; launch < model.recording().launches.size(); ++launch) {
    model.MoveTo(launch, 0);
    const auto pieces = FindPieces(model, target);
    if (!pieces) return std::unexpected(pieces.error());
    uses.steps[launch] = UsesIn(model, *pieces);
  }
  return uses;
}

// `uses of`: reads, with what their lines wrote.
Expected<Table> Uses(Model& model, const Query& query, const std::optional<Cursor>& from, const Limits& limits) {
  Expected<UsesOfValue> uses;
  if (from) {
    model.MoveTo(from->launch, from->step);
    auto pieces = FindPieces(model, *query.target);
    if (!pieces) return std::unexpected(pieces.error());
    std::erase_if(*pieces, [&](const Piece& piece) { return !BelongsTo(model, piece, *from); });
    uses = FindUses(model, *pieces, *from);
  } else {
    uses = AllUses(model, *query.target);
  }
  if (!uses) return std::unexpected(uses.error());
  Query rows = query;
  rows.form = Form::kRows;
  auto table = Runner(model, rows, std::nullopt, limits).Run(&uses->steps);
  if (!table) return table;
  std::ranges::move(uses->notes, std::back_inserter(table->notes));
  table->columns.emplace_back("and its line");
  for (TableRow& row : table->rows) {
    model.MoveTo(row.place);
    row.values.push_back(Value::OfText(WrittenWith(model, row.place.step - 1)));
  }
  return table;
}

}  // namespace

Expected<Table> Run(Model& model, const Query& query, const std::optional<Cursor>& from, const Limits& limits) {
  switch (query.form) {
    case Form::kEvents: return ListEvents(model, query, limits);
    case Form::kHits: return CountHits(model, query, limits);
    case Form::kThreads: return ListThreads(model, query, from, limits);
    case Form::kLoop: return ListIterations(model, query, from, limits);
    case Form::kSince: return CompareMoments(model, query, from);
    case Form::kPhases: return ListPhases(model, limits);
    case Form::kRaces: return ListRaces(model);
    case Form::kUses: return Uses(model, query, from, limits);
    default: return Runner(model, query, from, limits).Run();
  }
}

}  // namespace lockstep::query
