#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "shared/query/tables.h"
#include "shared/trace/words.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::StepIndex;
using trace::StepKind;

// The stretch of a block that is going on.
struct Phase {
  std::uint64_t number = 0;
  StepIndex begin = 0;
  std::vector<StepIndex> arrivals;   // in the order of time
  StepIndex last = replay::kNoStep;  // of the block, so far
};

class Phases {
 public:
  Phases(Model& model, const Limits& limits) : model_(model), limits_(limits) {
    table_.columns = {"block", "phase", "from", "to", "line", "arrived", "first", "last", "lag"};
    has_launches_ = model.recording().launches.size() > 1;
    if (has_launches_) table_.columns.insert(table_.columns.begin(), "launch");
  }

  Table Take() {
    for (std::uint32_t launch = 0; launch < model_.recording().launches.size(); ++launch) {
      model_.MoveTo(launch, 0);
      AddLaunch();
    }
    std::ranges::sort(table_.rows, {}, [](const TableRow& row) {
      const trace::Dim3& block = row.place.block;
      return std::tuple(row.place.launch, block.z, block.y, block.x, row.place.step);
    });
    if (table_.selected > table_.rows.size())
      table_.notes.push_back(fmt::format("{} of {} phases are shown", table_.rows.size(), table_.selected));
    return std::move(table_);
  }

 private:
  static bool IsOfBlock(const trace::Step& step) {
    return static_cast<trace::BarrierKind>(step.offset) != trace::BarrierKind::kWarp;
  }

  void AddLaunch() {
    std::map<std::uint32_t, Phase> open;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> passes;  // of each block's threads
    model_.launch().steps.ForEach([&](std::size_t index, const trace::Step& step) {
      const auto i = static_cast<StepIndex>(index);
      const auto [entry, is_new] = open.try_emplace(step.block);
      Phase& phase = entry->second;
      if (is_new) phase.begin = i;
      const bool arrives = step.kind == StepKind::kArrive && IsOfBlock(step);
      // The barrier has opened with its first pass: what its threads do from there on belongs to the next phase. Others
      // may pass the same barrier when that thread is at the next one already.
      if (step.kind == StepKind::kPass && IsOfBlock(step) && passes[{step.block, step.thread}]++ >= phase.number) {
        Add(phase);
        phase = {.number = phase.number + 1, .begin = i};
      }
      phase.last = i;
      if (arrives) phase.arrivals.push_back(i);
    });
    for (const auto& [block, phase] : open) Add(phase);
  }

  std::string ThreadOf(StepIndex step) const {
    return replay::Text(trace::FromLinearIndex(model_.launch().steps[step].thread, model_.launch().block));
  }

  replay::Line LineOf(StepIndex step) const {
    const StepIndex line = model_.index().LineStep(step);
    const replay::Line own = model_.LineOfSite(model_.launch().steps[step].site);
    return own.number > 0 || line == replay::kNoStep ? own : model_.LineOfSite(model_.launch().steps[line].site);
  }

  void Add(const Phase& phase) {
    if (++table_.selected > limits_.rows) return;
    const auto& steps = model_.launch().steps;
    TableRow row{.place = {.launch = model_.launch_place(), .step = phase.begin + 1}};
    const std::uint32_t block = steps[phase.last].block;
    if (block < model_.launch().blocks.size()) row.place.block = model_.launch().blocks[block].index;
    row.place.thread = trace::FromLinearIndex(steps[phase.begin].thread, model_.launch().block);
    if (has_launches_) row.values.push_back(Value::OfCount(model_.launch_place()));
    row.values.insert(row.values.end(), {Value::OfText(replay::Text(row.place.block)), Value::OfCount(phase.number),
                                         Value::OfCount(phase.begin), Value::OfCount(phase.last)});
    if (phase.arrivals.empty()) {
      for (int i = 0; i < 5; ++i) row.values.push_back(Value::Unknown("no barrier ends the phase"));
    } else {
      const StepIndex first = phase.arrivals.front(), last = phase.arrivals.back();
      row.place.line = LineOf(last);
      row.values.insert(row.values.end(),
                        {Value::OfCount(row.place.line.number), Value::OfCount(phase.arrivals.size()),
                         Value::OfText(ThreadOf(first)), Value::OfText(ThreadOf(last)), Value::OfCount(last - first)});
    }
    table_.rows.push_back(std::move(row));
  }

  Model& model_;
  const Limits& limits_;
  Table table_;
  bool has_launches_ = false;
};

}  // namespace

Expected<Table> ListPhases(Model& model, const Limits& limits) { return Phases(model, limits).Take(); }

}  // namespace lockstep::query
