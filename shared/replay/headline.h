#pragma once

// One sentence on the current thread: its indices, and the element that it works on.

#include <string>

#include "shared/replay/arrays.h"
#include "shared/replay/cursor.h"

namespace lockstep::replay {

struct Headline {
  std::string who;   // "Thread (5,0,0) of block (1,0,0)"
  std::string does;  // "wrote 44 to d_out[69], the pixel at x 5, y 1"
};

Headline DescribeMoment(const Model& model, const Cursor& cursor);

// "d_out[69]", "tile[3][4]": an element by the dimensions of its array, as verdicts and queries name it too.
std::string NameCell(const ArrayInfo& array, std::uint64_t cell);

}  // namespace lockstep::replay
