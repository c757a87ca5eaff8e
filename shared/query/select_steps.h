#pragma once

// The steps of one launch that a query speaks of.

#include <vector>

#include "shared/query/fast_condition.h"
#include "shared/query/place.h"
#include "shared/query/query.h"

namespace lockstep::query {

bool IsKind(What what, trace::StepKind kind);

// In the order of time, before its condition; those for which `condition` is known to be false may be left out. The
// model is in the launch.
Expected<std::vector<replay::StepIndex>> SelectSteps(const replay::Model& model, const Query& query,
                                                     const FastCondition* condition = nullptr);

// The reads, or the writes and atomics, of any of the pieces, in the order of time.
std::vector<replay::StepIndex> ReadsOf(const replay::Model& model, const std::vector<Piece>& pieces);
std::vector<replay::StepIndex> WritesTo(const replay::Model& model, const std::vector<Piece>& pieces);

}  // namespace lockstep::query
