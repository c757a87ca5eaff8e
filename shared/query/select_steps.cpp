#include "shared/query/select_steps.h"

#include <algorithm>
#include <iterator>

#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::StepIndex;
using trace::StepKind;

template <class StepsOf>
std::vector<StepIndex> Over(const Model& model, const std::vector<Piece>& pieces, StepsOf steps_of) {
  std::vector<StepIndex> found;
  for (const Piece& piece : pieces)
    for (const StepIndex step : steps_of(piece.object))
      if (Overlaps(model.launch().steps[step], piece)) found.push_back(step);
  if (pieces.size() > 1) {
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
  }
  return found;
}

std::vector<StepIndex> OfTarget(const Model& model, const Query& query, const std::vector<Piece>& pieces) {
  std::vector<StepIndex> found;
  if (query.what == What::kReads) return ReadsOf(model, pieces);
  found = WritesTo(model, pieces);
  if (query.what == What::kWrites) return found;
  if (query.what == What::kAtomics) {
    std::erase_if(found, [&](StepIndex step) { return model.launch().steps[step].kind != StepKind::kAtomic; });
    return found;
  }
  const auto reads = ReadsOf(model, pieces);
  std::vector<StepIndex> all;
  std::ranges::merge(found, reads, std::back_inserter(all));
  return all;
}

}  // namespace

bool IsKind(What what, StepKind kind) {
  switch (what) {
    case What::kSteps: return true;
    case What::kReads: return kind == StepKind::kRead;
    case What::kWrites: return kind == StepKind::kWrite || kind == StepKind::kAtomic;
    case What::kAtomics: return kind == StepKind::kAtomic;
    case What::kAccesses: return kind == StepKind::kRead || kind == StepKind::kWrite || kind == StepKind::kAtomic;
    case What::kLines: return kind == StepKind::kLine;
    case What::kCalls: return kind == StepKind::kEnter;
    case What::kBarriers: return kind == StepKind::kArrive;
    case What::kExchanges: return kind == StepKind::kExchange;
    case What::kPrints: return kind == StepKind::kPrint;
    case What::kFaults: return kind == StepKind::kFault;
    case What::kExits: return kind == StepKind::kExit;
  }
  return false;
}

std::vector<StepIndex> ReadsOf(const Model& model, const std::vector<Piece>& pieces) {
  return Over(model, pieces, [&](trace::ObjectId id) { return model.index().ReadsOf(id); });
}

std::vector<StepIndex> WritesTo(const Model& model, const std::vector<Piece>& pieces) {
  return Over(model, pieces, [&](trace::ObjectId id) { return model.index().WritesTo(id); });
}

Expected<std::vector<StepIndex>> SelectSteps(const Model& model, const Query& query, const FastCondition* condition) {
  if (query.target) {
    const auto pieces = FindPieces(model, *query.target);
    if (!pieces) return std::unexpected(pieces.error());
    return OfTarget(model, query, *pieces);
  }
  std::vector<bool> has_line;
  if (query.line) {
    const auto& sites = model.recording().sites;
    for (const trace::Site& site : sites) has_line.push_back(site.line == *query.line);
  }
  std::vector<StepIndex> found;
  model.launch().steps.ForEach([&](std::size_t i, const trace::Step& step) {
    if (!IsKind(query.what, step.kind)) return;
    const auto site = trace::Index(step.site);
    if (query.line && (site >= has_line.size() || !has_line[site])) return;
    if (condition && condition->Judge(model, step) == FastCondition::Verdict::kFalse) return;
    found.push_back(static_cast<StepIndex>(i));
  });
  return found;
}

}  // namespace lockstep::query
