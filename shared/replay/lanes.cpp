#include "shared/replay/lanes.h"

#include <algorithm>
#include <map>

#include "shared/trace/words.h"

namespace lockstep::replay {
namespace {

// Between the lane's step that reached a line and its next one that reaches a line.
std::uint8_t HeardOn(const Model& model, ThreadSlot thread, StepIndex line) {
  const auto& steps = model.launch().steps;
  const auto own = model.index().StepsOf(thread);
  std::uint8_t heard = LaneCell::kNobody;
  for (auto at = std::ranges::upper_bound(own, line); at != own.end(); ++at) {
    const trace::Step& step = steps[*at];
    if (step.kind == trace::StepKind::kLine) break;
    if (step.kind != trace::StepKind::kExchange) continue;
    const trace::WarpExchange exchange = trace::ExchangeOf(step.offset);
    if (exchange.meeting > 0 && trace::IsShuffle(exchange.operation)) heard = static_cast<std::uint8_t>(exchange.lane);
  }
  return heard;
}

LaneCell CellOf(const Model& model, ThreadSlot thread, Position begin, Position end) {
  const auto& steps = model.launch().steps;
  const StepIndex last = model.index().LastStepOf(thread, end);
  if (last == kNoStep) return {};
  const StepIndex line = model.index().LineStep(last);
  LaneCell cell{.site = line == kNoStep ? trace::SiteId::kNone : steps[line].site};
  const bool ended = steps[last].kind == trace::StepKind::kExit || steps[last].kind == trace::StepKind::kFault;
  if (ended && last < begin)
    cell.state = LaneState::kEnded;
  else if (line != kNoStep && line >= begin) {
    cell.state = LaneState::kMoved;
    cell.heard = HeardOn(model, thread, line);
  } else if (ended)
    cell.state = LaneState::kMoved;
  else
    cell.state = steps[last].kind == trace::StepKind::kArrive ? LaneState::kWaiting : LaneState::kHeld;
  return cell;
}

}  // namespace

WarpSlots WarpSlotsOf(const Model& model, ThreadSlot thread) {
  const std::uint32_t threads = model.index().threads_per_block(), slot = static_cast<std::uint32_t>(thread);
  const std::uint32_t block = slot / threads * threads, begin = slot - (slot - block) % trace::kWarpSize;
  return {begin, std::min(begin + trace::kWarpSize, block + threads)};
}

LaneHistory LanesOver(const Model& model, ThreadSlot thread, std::size_t first, std::size_t count) {
  LaneHistory history;
  if (thread == ThreadSlot::kNone) return history;
  const WarpSlots warp = WarpSlotsOf(model, thread);
  const auto& rounds = model.Rounds(warp.begin, warp.end);
  history.lanes = warp.end - warp.begin;
  history.rounds = rounds.size();
  history.first = std::min(first, rounds.size());
  for (std::size_t i = history.first; i < rounds.size() && i - history.first < count; ++i) {
    LaneColumn column{.end = rounds[i]};
    for (std::uint32_t lane = 0; lane < history.lanes; ++lane) {
      const auto slot = static_cast<ThreadSlot>(warp.begin + lane);
      column.lanes[lane] = CellOf(model, slot, i == 0 ? 0 : rounds[i - 1], rounds[i]);
      column.moved += column.lanes[lane].state == LaneState::kMoved;
    }
    history.columns.push_back(column);
  }
  return history;
}

RoundLine LineOfRound(const Model& model, const LaneColumn& round) {
  std::map<Line, std::uint32_t> lanes;
  for (const LaneCell& lane : round.lanes)
    if (lane.state == LaneState::kMoved) ++lanes[model.LineOfSite(lane.site)];
  RoundLine most;
  for (const auto& [line, count] : lanes)
    if (count > most.lanes) most = {line, count};
  return most;
}

std::size_t RoundAt(const Model& model, ThreadSlot thread, Position position) {
  if (thread == ThreadSlot::kNone) return 0;
  const WarpSlots warp = WarpSlotsOf(model, thread);
  const auto& rounds = model.Rounds(warp.begin, warp.end);
  const auto next = std::ranges::upper_bound(rounds, position);
  return next == rounds.begin() ? 0 : static_cast<std::size_t>(next - rounds.begin()) - 1;
}

}  // namespace lockstep::replay
