#include "shared/query/hits.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/query/select_steps.h"
#include "shared/query/step_row.h"
#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::StepIndex;

std::unexpected<Error> Withdrawn() { return Fail("the question was withdrawn"); }

// Notes how far the work is; true if it shall end.
bool IsStopped(Progress* progress, std::size_t done, std::size_t all) {
  if (!progress) return false;
  progress->share.store(static_cast<float>(done) / static_cast<float>(all), std::memory_order_relaxed);
  return progress->stop.load(std::memory_order_relaxed);
}

void KeepFile(const Model& model, trace::FileId file, std::vector<StepIndex>& steps) {
  const auto& launch = model.launch();
  std::erase_if(steps, [&](StepIndex step) { return model.LineOfSite(launch.steps[step].site).file != file; });
}

std::string TextOf(const std::vector<Column>& columns, const StepRow& row) {
  std::string text;
  for (const Column& column : columns) {
    const Value value = Evaluate(column.value, row);
    const std::string shown = value.known() ? value.text : "?";
    if (!text.empty()) text += "   ";
    text += column.value.kind == Expression::Kind::kConstant ? shown : fmt::format("{} = {}", column.title, shown);
  }
  return text;
}

}  // namespace

Parsed<Query> ParseStop(std::string_view text) {
  auto query = Parse(text);
  if (!query) return query;
  if (query->form != Form::kRows || query->pick != Pick::kAll || query->order || query->limit != Query::kAll)
    return Fail(
        "a breakpoint is a question for all moments of a kind: `line 12 where i == 7`, `writes to out[7]`, `faults`; "
        "with `print i, j` it logs and does not stop");
  return query;
}

Expected<Hits> FindHits(Model& model, const Query& stop, trace::FileId file, Progress* progress) {
  auto steps = SelectSteps(model, stop);
  if (!steps) return std::unexpected(steps.error());
  if (stop.line && file != trace::FileId::kNone) KeepFile(model, file, *steps);
  if (!stop.where) return Hits{.steps = std::move(*steps)};
  Hits hits;
  StepRow row(model);
  for (std::size_t i = 0; i < steps->size(); ++i) {
    if (IsStopped(progress, i, steps->size())) return Withdrawn();
    row.Choose((*steps)[i]);
    const Value value = Evaluate(*stop.where, row);
    if (!value.known() && hits.unknown++ == 0) hits.problem = value.problem;
    if (value.IsTrue()) hits.steps.push_back((*steps)[i]);
  }
  return hits;
}

Expected<std::vector<Logged>> LogOf(Model& model, const Query& stop, const Hits& hits, std::size_t most,
                                    Progress* progress) {
  std::vector<Logged> logged;
  StepRow row(model);
  const std::size_t count = std::min(most, hits.steps.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (IsStopped(progress, i, count)) return Withdrawn();
    row.Choose(hits.steps[i]);
    logged.push_back({hits.steps[i], TextOf(stop.print, row)});
  }
  return logged;
}

}  // namespace lockstep::query
