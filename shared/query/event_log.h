#pragma once

// The program's course as one list: what the host allocated, copied, filled, launched and freed, what the kernels
// printed, where they faulted, and the findings of `lockstep check`, in the order of time.

#include "shared/query/query.h"
#include "shared/query/table.h"
#include "shared/replay/model.h"

namespace lockstep::query {

// Answers a query of Form::kEvents. A row's moment is that of the printf, the fault or the finding; of the host's work,
// the beginning of the next recorded launch, or the end of the last. Moves the model.
Expected<Table> ListEvents(replay::Model& model, const Query& query, const Limits& limits = {});

}  // namespace lockstep::query
