#include "shared/replay/warp_access.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "shared/replay/lanes.h"

namespace lockstep::replay {
namespace {

constexpr std::uint32_t kWords = 32;  // of a row

struct WarpRound : WarpSlots {
  Position from = 0, to = 0;
};

WarpRound RoundOf(const Model& model, ThreadSlot thread, StepIndex line) {
  WarpRound warp{WarpSlotsOf(model, thread)};
  const auto& rounds = model.Rounds(warp.begin, warp.end);
  const auto round = std::ranges::upper_bound(rounds, line);
  warp.from = round == rounds.begin() ? 0 : *std::prev(round);
  warp.to = round == rounds.end() ? model.end() : *round;
  return warp;
}

// The lane's visit to the same line in the same round.
std::optional<LineVisit> VisitIn(const Model& model, const WarpRound& warp, ThreadSlot lane, Line line) {
  const auto steps = model.index().StepsOf(lane);
  for (auto i = std::ranges::lower_bound(steps, warp.from); i != steps.end() && *i < warp.to; ++i) {
    const trace::Step& step = model.launch().steps[*i];
    if (step.kind == trace::StepKind::kLine && model.LineOfSite(step.site) == line) return VisitFrom(model, *i);
  }
  return std::nullopt;
}

bool IsSameInstruction(const trace::Step& a, const trace::Step& b) {
  return a.kind == b.kind && a.site == b.site && a.size == b.size;
}

// The number of times that the visit has made this access before `step`.
std::size_t CountBefore(const Model& model, const LineVisit& visit, StepIndex step) {
  const auto& all = model.launch().steps;
  std::size_t count = 0;
  for (const StepIndex i : visit.steps) {
    if (i == step) break;
    count += IsSameInstruction(all[i], all[step]);
  }
  return count;
}

std::optional<trace::Step> NthOf(const Model& model, const LineVisit& visit, const trace::Step& like, std::size_t nth) {
  for (const StepIndex i : visit.steps) {
    const trace::Step& step = model.launch().steps[i];
    if (IsSameInstruction(step, like) && nth-- == 0) return step;
  }
  return std::nullopt;
}

// The number of lanes that shared memory serves together.
std::uint32_t LanesTogether(std::uint32_t size) { return size <= 4 ? 32 : size <= 8 ? 16 : 8; }

template <class Work>
void ForEachWord(const WarpAccess& access, Work&& work) {
  for (std::uint32_t left = access.request.lanes; left; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
    const std::uint64_t first = access.request.addresses[lane] / metrics::kBankBytes;
    const std::uint64_t last = (access.request.addresses[lane] + access.request.size - 1) / metrics::kBankBytes;
    for (std::uint64_t word = first; word <= last; ++word) work(lane, word);
  }
}

void AddParts(const WarpAccess& whole, std::vector<WarpAccess>& accesses) {
  const std::uint32_t bytes = BytesOfPart(whole.request.size);
  WarpAccess part = whole;
  part.parts = whole.request.size / bytes;
  part.request.size = bytes;
  for (part.part = 0; part.part < part.parts; ++part.part) {
    accesses.push_back(part);
    for (std::uint32_t lane = 0; lane < part.lane_count; ++lane) {
      part.request.addresses[lane] += bytes;
      part.offsets[lane] += bytes;
    }
  }
}

}  // namespace

std::vector<WarpAccess> WarpAccessesOf(const Model& model, ThreadSlot thread) {
  std::vector<WarpAccess> accesses;
  const auto visit = CurrentVisit(model, thread);
  if (!visit) return accesses;
  const WarpRound warp = RoundOf(model, thread, visit->begin);
  std::vector<std::optional<LineVisit>> visits;
  for (std::uint32_t slot = warp.begin; slot < warp.end; ++slot)
    visits.push_back(slot == static_cast<std::uint32_t>(thread)
                         ? visit
                         : VisitIn(model, warp, static_cast<ThreadSlot>(slot), visit->line));
  for (const Touch& touch : TouchesOf(model, thread)) {
    if (touch.size == 0 || touch.size > metrics::kMostBytesALane) continue;
    const trace::Step& own = model.launch().steps[touch.step];
    const auto object = model.object(touch.object);
    WarpAccess access{.object = touch.object,
                      .shared = object->kind == trace::ObjectKind::kShared,
                      .writes = touch.writes,
                      .done = touch.done,
                      .atomic = own.kind == trace::StepKind::kAtomic,
                      .step = touch.step,
                      .lane = static_cast<std::uint32_t>(thread) - warp.begin,
                      .lane_count = warp.end - warp.begin};
    access.request.size = static_cast<std::uint32_t>(touch.size);
    const std::size_t nth = CountBefore(model, *visit, touch.step);
    for (std::uint32_t lane = 0; lane < access.lane_count; ++lane) {
      const auto step = visits[lane] ? NthOf(model, *visits[lane], own, nth) : std::nullopt;
      if (!step || step->object != touch.object) continue;
      access.request.lanes |= 1u << lane;
      access.request.addresses[lane] = object->address + step->offset;
      access.offsets[lane] = step->offset;
    }
    AddParts(access, accesses);
  }
  return accesses;
}

std::vector<MemoryRow> RowsOf(const WarpAccess& access) {
  std::map<std::uint64_t, MemoryRow> rows;
  ForEachWord(access, [&](std::uint32_t lane, std::uint64_t word) {
    MemoryRow& row = rows[word / kWords];
    row.number = word / kWords;
    row.lanes[word % kWords] |= 1u << lane;
  });
  std::vector<MemoryRow> sorted;
  for (const auto& [number, row] : rows) sorted.push_back(row);
  return sorted;
}

std::array<std::uint32_t, 32> WordsOfBanks(const WarpAccess& access) {
  std::array<std::uint32_t, 32> most{};
  const std::uint32_t together = LanesTogether(access.request.size);
  std::map<std::uint32_t, std::set<std::uint64_t>> words;  // of each group of lanes
  ForEachWord(access, [&](std::uint32_t lane, std::uint64_t word) { words[lane / together].insert(word); });
  for (const auto& [group, asked] : words) {
    std::array<std::uint32_t, 32> count{};
    for (const std::uint64_t word : asked) ++count[word % metrics::kBanks];
    for (std::size_t bank = 0; bank < metrics::kBanks; ++bank) most[bank] = std::max(most[bank], count[bank]);
  }
  return most;
}

Crowd LargestCrowd(const WarpAccess& access) {
  const std::uint32_t lanes = metrics::LargestCrowd(access.request);
  if (!lanes) return {};
  return {access.offsets[static_cast<std::uint32_t>(std::countr_zero(lanes))],
          static_cast<std::uint32_t>(std::popcount(lanes))};
}

}  // namespace lockstep::replay
