#include "shared/replay/line_costs.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include "shared/metrics/warp_request.h"
#include "shared/replay/rounds.h"
#include "shared/replay/warp_access.h"
#include "shared/trace/lookup.h"

namespace lockstep::replay {
namespace {

// The accesses of one instruction in one round; those of a loop that one line holds are numbered.
struct RequestOfRound {
  std::size_t round = 0;
  trace::SiteId site{};
  trace::StepKind kind{};
  std::uint16_t size = 0;
  std::uint32_t number = 0, part = 0;
  bool is_shared = false;
  friend auto operator<=>(const RequestOfRound&, const RequestOfRound&) = default;
};

// The last visit of its line in which an instruction accessed memory, and how often it had done so there before.
struct MadeInVisit {
  StepIndex visit = kNoStep;
  std::uint32_t before = 0;
};

class WarpCosts {
 public:
  WarpCosts(const Model& model, std::uint32_t first_slot, std::uint32_t end_slot)
      : model_(model),
        first_(first_slot),
        lanes_(end_slot - first_slot),
        rounds_(FindRounds(model.launch(), model.index(), first_slot, end_slot)) {
    for (std::uint32_t slot = first_slot; slot < end_slot; ++slot) Walk(slot);
  }

  void AddTo(std::map<Line, LineCost>& costs) const {
    for (const auto& [at, lanes] : passes_) {
      LineCost& cost = costs[at.second];
      ++cost.passes;
      cost.lanes += static_cast<std::uint64_t>(std::popcount(lanes));
      cost.possible += lanes_;
    }
    for (const auto& [line, times] : uncounted_) costs[line].uncounted += times;
    for (const auto& [key, request] : requests_) Add(request, key.is_shared, costs[model_.LineOfSite(key.site)]);
  }

 private:
  void Walk(std::uint32_t slot) {
    const std::uint32_t lane = slot - first_;
    std::map<std::tuple<trace::SiteId, trace::StepKind, std::uint16_t>, MadeInVisit> made;
    for (const StepIndex i : model_.index().StepsOf(static_cast<ThreadSlot>(slot))) {
      const trace::Step& step = model_.launch().steps[i];
      if (step.kind == trace::StepKind::kLine) passes_[{RoundOf(i), model_.LineOfSite(step.site)}] |= 1u << lane;
      if (!IsAccess(step) || step.size == 0) continue;
      const auto object = model_.object(step.object);
      const StepIndex visit = model_.index().LineStep(i);
      if (!object || !HasRequests(*object) || visit == kNoStep) continue;
      if (step.size > metrics::kMostBytesALane) {
        ++uncounted_[model_.LineOfSite(step.site)];
        continue;
      }
      MadeInVisit& last = made[{step.site, step.kind, step.size}];
      last = {visit, last.visit == visit ? last.before + 1 : 0};
      RequestOfRound key{.round = RoundOf(visit),
                         .site = step.site,
                         .kind = step.kind,
                         .size = step.size,
                         .number = last.before,
                         .is_shared = object->kind == trace::ObjectKind::kShared};
      const std::uint32_t bytes = BytesOfPart(step.size);
      for (; key.part * bytes < step.size; ++key.part) {
        metrics::WarpRequest& request = requests_[key];
        request.size = bytes;
        request.lanes |= 1u << lane;
        request.addresses[lane] = object->address + step.offset + key.part * bytes;
      }
    }
  }

  bool HasRequests(const trace::ObjectView& object) const {
    const trace::Variable* const variable = model_.variable(object.variable);
    const bool is_constant =
        object.kind == trace::ObjectKind::kVariable && variable && variable->kind == trace::VariableKind::kConstant;
    return object.kind != trace::ObjectKind::kLocal && !is_constant;
  }

  std::size_t RoundOf(StepIndex line) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(rounds_, line) - rounds_.begin());
  }

  static void Add(const metrics::WarpRequest& request, bool is_shared, LineCost& cost) {
    if (is_shared) {
      ++cost.shared_requests;
      cost.wavefronts += metrics::BankWavefronts(request);
      cost.ideal_wavefronts += metrics::IdealWavefronts(request);
      return;
    }
    const std::uint32_t sectors = metrics::Sectors(request);
    ++cost.global_requests;
    cost.sectors += sectors;
    cost.due_sectors += metrics::DueSectors(request, sectors);
  }

  const Model& model_;
  std::uint32_t first_ = 0, lanes_ = 0;
  std::vector<Position> rounds_;
  std::map<std::pair<std::size_t, Line>, std::uint32_t> passes_;  // by round and line: lanes, as bits
  std::map<RequestOfRound, metrics::WarpRequest> requests_;
  std::map<Line, std::uint64_t> uncounted_;
};

}  // namespace

std::vector<LineCost> CostsOfLines(const Model& model) {
  std::map<Line, LineCost> costs;
  const std::uint32_t threads = model.index().threads_per_block();
  for (std::uint32_t block = 0; threads > 0 && block < model.index().thread_count() / threads; ++block)
    for (std::uint32_t thread = 0; thread < threads; thread += trace::kWarpSize)
      WarpCosts(model, block * threads + thread, block * threads + std::min(thread + trace::kWarpSize, threads))
          .AddTo(costs);
  std::vector<LineCost> lines;
  for (auto& [line, cost] : costs) {
    cost.line = line;
    if (line.number > 0) lines.push_back(cost);
  }
  return lines;
}

}  // namespace lockstep::replay
