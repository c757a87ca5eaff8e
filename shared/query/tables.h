#pragma once

// Tables that are about a launch or a moment, and not about steps one by one. All move the model.

#include <optional>

#include "shared/query/query.h"
#include "shared/query/table.h"
#include "shared/replay/model.h"

namespace lockstep::query {

// `hits`: for each line of the functions that ran, how often threads came to it, how many threads did, and how many
// lanes of a warp took it together, on average. Lines that no recorded thread reached have 0. `where` chooses steps.
Expected<Table> CountHits(replay::Model& model, const Query& query, const Limits& limits);

// `threads of warp|block|grid`: the threads at the moment `from`, with the line of each and the values of `print`;
// `where` chooses threads.
Expected<Table> ListThreads(replay::Model& model, const Query& query, const std::optional<replay::Cursor>& from,
                            const Limits& limits);

// `loop 13`: one row for each time that a thread comes from line 13 back to it, with the values of `print` at the end
// of that iteration. The thread is that of `from`, else the first that `where` accepts.
Expected<Table> ListIterations(replay::Model& model, const Query& query, const std::optional<replay::Cursor>& from,
                               const Limits& limits);

// `since 0:120`: what the variables of a thread, and the expressions of `print`, were after that step, and what they
// are at the moment `from`; with none, at the end of the launch, for the thread of the step.
Expected<Table> CompareMoments(replay::Model& model, const Query& query, const std::optional<replay::Cursor>& from);

// `phases`: for each recorded block, the stretches between its barriers: who came first to the barrier that ends it,
// who came last, and at which lines.
Expected<Table> ListPhases(replay::Model& model, const Limits& limits);

// `races`: both accesses of each race that `lockstep check --record` found, the order that is missing between them, and
// the result that the other order would have.
Expected<Table> ListRaces(replay::Model& model);

}  // namespace lockstep::query
