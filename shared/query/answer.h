#pragma once

// The public interface of shared/query: a question in, its answer as text out. query.h describes the language.

#include <optional>
#include <string>
#include <string_view>

#include "shared/base/error.h"
#include "shared/query/bounds.h"
#include "shared/query/format.h"
#include "shared/query/query.h"
#include "shared/replay/model.h"

namespace lockstep::query {

// "LAUNCH:STEP" or "STEP" of launch 0, counted as the column `step` counts: the moment just after that step, and its
// thread.
Expected<replay::Cursor> ReadMoment(replay::Model& model, std::string_view text);

// Answers a query of any form. `from`: see Run and FindOrigin. A limit of the query's own comes before the one of
// `bounds`. Moves the model.
Expected<std::string> Answer(replay::Model& model, const Query& query, const std::optional<replay::Cursor>& from,
                             Format format, const Bounds& bounds = {});

}  // namespace lockstep::query
