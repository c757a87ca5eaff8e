#pragma once

// Blocks that were not recorded: their cells show what they hold after the launch, at every moment.

#include "shared/replay/model.h"

namespace lockstep::replay {

// True if, according to the writer map, such a block wrote any cell of the object last.
bool HasStrangers(const Model& model, trace::ObjectId object);

}  // namespace lockstep::replay
