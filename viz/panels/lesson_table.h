#pragma once

// A table in the text of a lesson.

#include <span>

#include "viz/panels/text_setter.h"

namespace lockstep::viz {

// Sets consecutive rows of one table, with columns that are as wide in all of them.
void SetTable(Desk& desk, TextSetter& setter, std::span<const Block> rows);

}  // namespace lockstep::viz
