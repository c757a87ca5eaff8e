#pragma once

// Pictures of a moment as SVG, light or dark as their reader is: the threads of a block within the launch's grid, and
// an array's cells.

#include <cstdint>
#include <string>

#include "shared/base/error.h"
#include "shared/replay/replay.h"

namespace lockstep::query {

// The blocks of the grid, recorded ones filled; and beside them each thread of the moment's block, coloured by the line
// that it is on. Moves the model. The Error: the thread's block was not recorded.
Expected<std::string> DrawGrid(replay::Model& model, const replay::Cursor& place);

// The cells of the array that the block of the moment sees under this name: values, cells that nobody has written
// hatched, those that the thread's line reads and writes framed. Of an array with more than `cells` cells, those around
// the first framed one. Moves the model. The Error: there is no such array, or it has no such block.
Expected<std::string> DrawArray(replay::Model& model, const replay::Cursor& place, const std::string& name,
                                std::uint64_t cells);

}  // namespace lockstep::query
