#pragma once

// A place that is named in words, to go there: the short forms of a window's bar. All else that is typed there is a
// query.
//
//   b2 t5    b(2,0,0) t(5,1,0)    block 2 thread 5    step 106735    launch 1    launch 1 step 12 t5

#include <optional>
#include <string_view>

#include "shared/base/error.h"
#include "shared/query/query.h"
#include "shared/replay/model.h"

namespace lockstep::query {

// Parts that are not named stay as they are.
struct GoTo {
  std::optional<std::uint32_t> launch;  // index into Recording::launches
  std::optional<std::uint32_t> step;    // the moment just after it; it counts as the field `step` does
  std::optional<trace::Dim3> block, thread;
};

// None if the text does not name a place in this form. The Error has a caret, as Parse's; `launch` is the one in view.
Parsed<std::optional<GoTo>> ReadGoTo(const trace::Recording& recording, std::uint32_t launch, std::string_view text);

// The cursor after going there from `from`: with a step and no thread, that of the step. Moves the model there.
replay::Cursor Go(replay::Model& model, const replay::Cursor& from, const GoTo& to);

// A text typed into a bar that is no place: a query, where `out[17]` alone stands for `accesses of out[17]`.
Parsed<Query> ReadQuery(std::string_view text);

}  // namespace lockstep::query
