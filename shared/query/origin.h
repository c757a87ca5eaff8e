#pragma once

// The origin of a value: the write that made it, what the statement of that write read, where each of these comes
// from, back to an argument, an index, the host or memory that nobody wrote. A tree of links, from the steps alone.

#include <optional>

#include "shared/base/error.h"
#include "shared/query/link.h"
#include "shared/query/query.h"
#include "shared/replay/cursor.h"
#include "shared/replay/model.h"

namespace lockstep::query {

struct OriginLimits {
  std::size_t links = 40;
};

// The origin of the value that the target has at the moment, or at the end of the last launch that has it. If several
// threads or blocks have a variable of that name, that of the moment's thread; without a moment, the one written last.
// Moves the model.
Expected<Link> FindOrigin(replay::Model& model, const Target& target, const std::optional<replay::Cursor>& from,
                          const OriginLimits& limits = {});

}  // namespace lockstep::query
