#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "shared/base/trimmed.h"
#include "shared/query/fast_condition.h"
#include "shared/query/step_row.h"
#include "shared/query/tables.h"
#include "shared/trace/words.h"

namespace lockstep::query {
namespace {

using replay::Line;
using replay::Model;
using replay::StepIndex;
using replay::ThreadSlot;
using trace::StepKind;

struct LineHits {
  std::uint64_t times = 0, threads = 0, visits_of_warps = 0;
  replay::Cursor first;
};

class Counter {
 public:
  Counter(Model& model, const Query& query) : model_(model), query_(query), row_(model) {
    if (query.where) fast_.emplace(*query.where);
  }

  std::map<Line, LineHits> Take() {
    const auto launches = static_cast<std::uint32_t>(model_.recording().launches.size());
    for (std::uint32_t launch = 0; launch < launches; ++launch) CountLaunch(launch);
    AddUnreached();
    return std::move(hits_);
  }

 private:
  void CountLaunch(std::uint32_t launch) {
    model_.MoveTo(launch, 0);
    of_threads_.clear();
    if (const trace::Kernel* kernel = model_.kernel()) functions_.insert(kernel->function);
    is_used_.resize(model_.recording().sites.size());
    model_.launch().steps.ForEach([&](std::size_t i, const trace::Step& step) {
      if (step.site != trace::SiteId::kNone) is_used_[trace::Index(step.site)] = true;
      if (step.kind == StepKind::kEnter) functions_.insert(trace::FunctionId{step.offset});
      if (step.kind == StepKind::kLine) CountStep(static_cast<StepIndex>(i), step);
    });
    AddWarps();
  }

  bool Fits(const trace::Step& step) const {
    if (!fast_) return true;
    const FastCondition::Verdict verdict = fast_->Judge(model_, step);
    if (verdict == FastCondition::Verdict::kAsk) return Evaluate(*query_.where, row_).IsTrue();
    return verdict == FastCondition::Verdict::kTrue;
  }

  void CountStep(StepIndex i, const trace::Step& step) {
    row_.Choose(i);
    if (!Fits(step)) return;
    const ThreadSlot slot = model_.index().ThreadOf(step);
    const Line line = model_.LineOfSite(step.site);
    if (slot == ThreadSlot::kNone || line.number == 0) return;
    LineHits& hits = hits_[line];
    if (hits.times++ == 0)
      hits.first = {.launch = model_.launch_place(),
                    .step = i + 1,
                    .block = model_.BlockOf(slot),
                    .thread = model_.ThreadOf(slot),
                    .line = line};
    if (++of_threads_[line][slot] == 1) ++hits.threads;
  }

  // The lanes of a warp that come to a line for the n-th time count as one visit.
  void AddWarps() {
    const std::uint32_t threads = model_.index().threads_per_block();
    const std::uint32_t warps = (threads + trace::kWarpSize - 1) / trace::kWarpSize;
    for (const auto& [line, of_threads] : of_threads_) {
      std::unordered_map<std::uint32_t, std::uint64_t> most;
      for (const auto& [slot, times] : of_threads) {
        const auto at = static_cast<std::uint32_t>(slot);
        std::uint64_t& visits = most[at / threads * warps + at % threads / trace::kWarpSize];
        visits = std::max(visits, times);
      }
      for (const auto& [warp, visits] : most) hits_[line].visits_of_warps += visits;
    }
  }

  // Lines that no step is on: the head of a function has steps, and nobody comes to it as a line.
  void AddUnreached() {
    const auto& sites = model_.recording().sites;
    std::set<Line> used;
    for (std::size_t i = 0; i < sites.size(); ++i)
      if (is_used_[i]) used.insert({sites[i].file, sites[i].line});
    for (const trace::Site& site : sites) {
      const Line line{site.file, site.line};
      const bool has_run = site.function != trace::FunctionId::kNone && functions_.contains(site.function);
      if (site.line > 0 && has_run && !used.contains(line)) hits_.try_emplace(line);
    }
  }

  Model& model_;
  const Query& query_;
  StepRow row_;
  std::optional<FastCondition> fast_;
  std::map<Line, LineHits> hits_;
  std::map<Line, std::unordered_map<ThreadSlot, std::uint64_t>> of_threads_;  // of one launch
  std::set<trace::FunctionId> functions_;
  std::vector<bool> is_used_;  // of each site: a step is on it
};

}  // namespace

Expected<Table> CountHits(Model& model, const Query& query, const Limits& limits) {
  Table table{.columns = {"line", "times", "threads", "lanes", "source"}};
  for (const auto& [line, hits] : Counter(model, query).Take()) {
    ++table.selected;
    if (table.rows.size() >= std::min(query.limit, limits.rows)) continue;
    TableRow row{.place = hits.first};
    row.place.line = line;
    row.values = {Value::OfCount(line.number), Value::OfCount(hits.times), Value::OfCount(hits.threads)};
    row.values.push_back(hits.visits_of_warps == 0
                             ? Value::Unknown("no thread came to the line")
                             : Value::Of(replay::Number::OfFloat(
                                   replay::Number::Kind::kDouble,
                                   static_cast<double>(hits.times) / static_cast<double>(hits.visits_of_warps))));
    row.values.push_back(Value::OfText(std::string(Trimmed(model.TextOf(line)))));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace lockstep::query
