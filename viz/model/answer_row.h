#pragma once

// A row of an answer, to click.

#include <cstddef>
#include <optional>
#include <string>

#include "shared/replay/model.h"

namespace lockstep::viz {

struct AnswerRow {
  std::string text;    // "wrote 45 to d_out[7]"
  std::string detail;  // "step 120 · block (1,0,0) thread (5,0,0) · line 9"; may be empty
  std::size_t depth = 0;
  std::optional<replay::Cursor> place;  // where a click leads
};

}  // namespace lockstep::viz
