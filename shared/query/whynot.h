#pragma once

// Why nobody wrote a cell: which thread would have, and what kept it from it.

#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/query/query.h"
#include "shared/replay/cursor.h"
#include "shared/replay/model.h"

namespace lockstep::query {

// A sentence of the answer, with the moment that shows it.
struct Reason {
  std::string sentence;  // with a full stop
  replay::Cursor moment;
  bool has_moment = false;
};

// Of the moment's launch, or of the last one that has the target; the target must be one cell. The last reason is the
// most telling one. Moves the model.
Expected<std::vector<Reason>> FindWhyNot(replay::Model& model, const Target& target,
                                         const std::optional<replay::Cursor>& from);

}  // namespace lockstep::query
