#pragma once

// The steps of one launch that a query speaks of, before its condition.

#include <vector>

#include "shared/query/place.h"
#include "shared/query/query.h"

namespace lockstep::query {

bool IsKind(What what, trace::StepKind kind);

// In the order of time. The model is in the launch.
Expected<std::vector<replay::StepIndex>> SelectSteps(const replay::Model& model, const Query& query);

// The reads, or the writes and atomics, of any of the pieces, in the order of time.
std::vector<replay::StepIndex> ReadsOf(const replay::Model& model, const std::vector<Piece>& pieces);
std::vector<replay::StepIndex> WritesTo(const replay::Model& model, const std::vector<Piece>& pieces);

}  // namespace lockstep::query
