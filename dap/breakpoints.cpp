#include "dap/breakpoints.h"

#include <algorithm>
#include <map>

#include "shared/query/step_row.h"
#include "shared/trace/lookup.h"

namespace lockstep::dap {
namespace {

using replay::Direction;
using replay::Model;
using replay::Position;
using replay::StepIndex;
using replay::ThreadSlot;
using trace::StepKind;

StopReason ReasonOf(const Breakpoint& breakpoint) {
  if (breakpoint.piece) return StopReason::kData;
  return breakpoint.function ? StopReason::kFunction : StopReason::kLine;
}

// Without its condition and its count.
bool IsAt(const Model& model, const Breakpoint& breakpoint, const trace::Step& step) {
  if (breakpoint.piece) {
    if (!trace::IsAccess(step) || !query::Overlaps(step, *breakpoint.piece)) return false;
    if (trace::IsLaunchObject(breakpoint.piece->object) && breakpoint.launch != model.launch_place()) return false;
    return trace::IsWrite(step) ? breakpoint.writes : breakpoint.reads;
  }
  if (breakpoint.function)
    return step.kind == StepKind::kEnter && trace::FunctionId{step.offset} == *breakpoint.function;
  return step.kind == StepKind::kLine && model.LineOfSite(step.site) == breakpoint.line;
}

class Finder {
 public:
  Finder(Model& model, const std::vector<Breakpoint>& breakpoints, const StopFilters& filters)
      : model_(model), filters_(filters), row_(model) {
    if (filters.findings) FindSides();
    for (const Breakpoint& breakpoint : breakpoints) {
      if (!breakpoint.log.empty()) continue;
      const bool is_of_line = !breakpoint.piece && !breakpoint.function;
      (is_of_line ? of_lines_[breakpoint.line] : others_).push_back(&breakpoint);
    }
  }

  std::optional<FoundStop> At(StepIndex i) {
    const trace::Step& step = model_.launch().steps[i];
    FoundStop stop{.position = i + 1, .thread = model_.index().ThreadOf(step)};
    const auto look = [&](const std::vector<const Breakpoint*>& breakpoints) {
      for (const Breakpoint* breakpoint : breakpoints) {
        if (!IsAt(model_, *breakpoint, step) || !Fulfils(*breakpoint, i)) continue;
        stop.reason = ReasonOf(*breakpoint);
        stop.breakpoints.push_back(breakpoint->id);
      }
    };
    if (step.kind == StepKind::kLine)
      if (const auto found = of_lines_.find(model_.LineOfSite(step.site)); found != of_lines_.end())
        look(found->second);
    look(others_);
    if (!stop.breakpoints.empty()) return stop;
    if (filters_.faults && step.kind == StepKind::kFault) {
      stop.reason = StopReason::kFault;
      if (step.offset < model_.launch().texts.size()) stop.text = model_.launch().texts[step.offset];
      return stop;
    }
    const auto side = sides_.find(i);
    if (side == sides_.end()) return std::nullopt;
    stop.reason = StopReason::kFinding;
    stop.text = side->second;
    return stop;
  }

 private:
  void FindSides() {
    for (const trace::RecordedFinding& finding : model_.recording().findings)
      for (const trace::RecordedSide& side : finding.sides)
        if (side.launch == model_.launch_place() && side.step != trace::RecordedSide::kNotRecorded)
          sides_.emplace(side.step, finding.fact);
  }

  bool Fulfils(const Breakpoint& breakpoint, StepIndex i) {
    row_.Choose(i);
    if (breakpoint.condition && !query::Evaluate(*breakpoint.condition, row_).IsTrue()) return false;
    return breakpoint.ignored_hits == 0 || HitsBefore(breakpoint, i) >= breakpoint.ignored_hits;
  }

  // Counted from the launch's beginning, so that going back and forth does not change the numbers.
  std::uint64_t HitsBefore(const Breakpoint& breakpoint, StepIndex end) {
    auto& hits = hits_[breakpoint.id];
    if (!hits) {
      hits.emplace();
      for (StepIndex i = 0; i < model_.end(); ++i) {
        if (!IsAt(model_, breakpoint, model_.launch().steps[i])) continue;
        row_.Choose(i);
        if (!breakpoint.condition || query::Evaluate(*breakpoint.condition, row_).IsTrue()) hits->push_back(i);
      }
    }
    return static_cast<std::uint64_t>(std::ranges::lower_bound(*hits, end) - hits->begin());
  }

  Model& model_;
  // Those of lines may be thousands.
  std::map<replay::Line, std::vector<const Breakpoint*>> of_lines_;
  std::vector<const Breakpoint*> others_;
  const StopFilters& filters_;
  query::StepRow row_;
  std::map<StepIndex, std::string> sides_;
  std::map<int, std::optional<std::vector<StepIndex>>> hits_;
};

}  // namespace

std::optional<FoundStop> FindStop(Model& model, const std::vector<Breakpoint>& breakpoints, const StopFilters& filters,
                                  Direction direction, ThreadSlot only) {
  Finder finder(model, breakpoints, filters);
  const Position here = model.position();
  const auto at = [&](StepIndex i) -> std::optional<FoundStop> {
    if (i + 1 == here) return std::nullopt;
    if (only != ThreadSlot::kNone && model.index().ThreadOf(model.launch().steps[i]) != only) return std::nullopt;
    return finder.At(i);
  };
  if (direction == Direction::kForward) {
    for (StepIndex i = here; i < model.end(); ++i)
      if (auto stop = at(i)) return stop;
  } else {
    for (StepIndex i = here; i-- > 0;)
      if (auto stop = at(i)) return stop;
  }
  return std::nullopt;
}

std::string ProblemOfCondition(Model& model, const Breakpoint& breakpoint) {
  constexpr int kMostVisits = 2000;
  if (!breakpoint.condition) return {};
  std::string problem;
  int visits = 0;
  for (std::uint32_t launch = 0; launch < model.recording().launches.size(); ++launch) {
    model.MoveTo(launch, 0);
    query::StepRow row(model);
    for (StepIndex i = 0; i < model.end(); ++i) {
      if (!IsAt(model, breakpoint, model.launch().steps[i])) continue;
      row.Choose(i);
      const query::Value value = query::Evaluate(*breakpoint.condition, row);
      if (value.known()) return {};
      if (problem.empty()) problem = value.problem;
      if (++visits == kMostVisits) return problem;
    }
  }
  return problem;
}

LinesWithCode::LinesWithCode(const Model& model, trace::FileId file) : file_(file) {
  for (const trace::Site& site : model.recording().sites)
    if (file != trace::FileId::kNone && site.file == file && site.line != 0) numbers_.insert(site.line);
}

std::optional<replay::Line> LinesWithCode::From(std::uint32_t number) const {
  const auto found = numbers_.lower_bound(number);
  if (found == numbers_.end()) return std::nullopt;
  return replay::Line{file_, *found};
}

std::string Interpolate(const std::string& text, const query::Row& row) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('{', at), close = open == text.npos ? text.npos : text.find('}', open);
    result += text.substr(at, close == text.npos ? text.npos : open - at);
    if (close == text.npos) break;
    const std::string inside = text.substr(open + 1, close - open - 1);
    const auto expression = query::ParseCondition(inside);
    const query::Value value =
        expression ? query::Evaluate(*expression, row) : query::Value::Unknown(expression.error().message);
    result += value.known() ? value.text : "?";
    at = close + 1;
  }
  return result;
}

std::vector<Logged> LogOf(Model& model, const Breakpoint& breakpoint, std::size_t most) {
  std::vector<Logged> logged;
  query::StepRow row(model);
  for (StepIndex i = 0; i < model.end() && logged.size() < most; ++i) {
    const trace::Step& step = model.launch().steps[i];
    if (!IsAt(model, breakpoint, step)) continue;
    row.Choose(i);
    if (breakpoint.condition && !query::Evaluate(*breakpoint.condition, row).IsTrue()) continue;
    logged.push_back({i + 1, model.index().ThreadOf(step), Interpolate(breakpoint.log, row)});
  }
  return logged;
}

}  // namespace lockstep::dap
