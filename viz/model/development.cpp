#include "viz/model/development.h"

#include <algorithm>
#include <map>

#include "shared/trace/lookup.h"

namespace lockstep::viz {
namespace {

using Stage = Development::Stage;

bool Stores(const trace::Step& step) {
  return step.kind == trace::StepKind::kWrite || step.kind == trace::StepKind::kAtomic;
}

// The object of one of these names that the launch's first write to any of them goes to.
trace::ObjectId ResultOf(const trace::Recording& recording, const trace::RecordedLaunch& launch,
                         std::span<const std::string> arrays) {
  trace::ObjectId refused = trace::ObjectId::kNone;  // the last one looked at: a thread often writes one several times
  for (const trace::Step& step : launch.steps) {
    if (!Stores(step) || step.object == refused) continue;
    const auto object = trace::FindObject(recording, launch, step.object);
    if (object && std::ranges::find(arrays, object->name) != arrays.end()) return step.object;
    refused = step.object;
  }
  return trace::ObjectId::kNone;
}

// Cells that each unrecorded block has written, by its linear number.
std::map<std::uint64_t, std::uint64_t> CellsOfStrangers(const trace::RecordedLaunch& launch, trace::ObjectId result) {
  std::map<std::uint64_t, std::uint64_t> cells;
  const auto map = std::ranges::find(launch.writers, result, &trace::WriterMap::object);
  const std::uint64_t threads = launch.block.Count();
  if (map == launch.writers.end() || threads == 0) return cells;
  for (const auto writer : map->writer)
    if (writer != 0) ++cells[(writer - 1) / threads];
  for (const trace::RecordedBlock& block : launch.blocks) cells.erase(trace::LinearIndex(block.index, launch.grid));
  return cells;
}

std::vector<Stage> StagesOf(const trace::RecordedLaunch& launch, trace::ObjectId result) {
  const auto strangers = CellsOfStrangers(launch, result);
  auto next = strangers.begin();
  std::vector<Stage> stages = {{}};
  const auto let_pass = [&](std::uint64_t before) {
    for (; next != strangers.end() && next->first < before; ++next)
      stages.push_back({stages.back().cells + next->second, stages.back().moment, next->first + 1});
  };
  for (replay::StepIndex i = 0; i < launch.steps.size(); ++i) {
    const trace::Step& step = launch.steps[i];
    if (!Stores(step) || step.object != result || step.block >= launch.blocks.size()) continue;
    let_pass(trace::LinearIndex(launch.blocks[step.block].index, launch.grid));
    stages.push_back({stages.back().cells + 1, i + 1, stages.back().blocks});
  }
  let_pass(Development::kAllBlocks);
  stages.push_back({stages.back().cells, static_cast<replay::Position>(launch.steps.size()), Development::kAllBlocks});
  return stages;
}

}  // namespace

const Stage& Development::At(double share) const {
  if (share >= 1) return stages.back();
  const double cells = std::max(share, 0.0) * static_cast<double>(stages.back().cells);
  const auto after = std::ranges::upper_bound(stages, static_cast<std::uint64_t>(cells), {}, &Stage::cells);
  return after == stages.begin() ? stages.front() : *std::prev(after);
}

std::optional<Development> DevelopmentOf(const trace::Recording& recording, std::span<const std::string> arrays,
                                         std::uint32_t launch) {
  const auto count = static_cast<std::uint32_t>(recording.launches.size());
  std::vector<std::uint32_t> order;
  if (launch < count) order.push_back(launch);
  for (std::uint32_t i = count; i-- > 0;) order.push_back(i);
  for (const std::uint32_t i : order) {
    const trace::ObjectId result = ResultOf(recording, recording.launches[i], arrays);
    if (result == trace::ObjectId::kNone) continue;
    return Development{i, result, StagesOf(recording.launches[i], result)};
  }
  return std::nullopt;
}

}  // namespace lockstep::viz
