#pragma once

// An array shown with elements of another type: a program may use its bytes differently from what its debug information
// says. Everything that reads the array follows: cells, headline, notes, arrows.

#include <optional>
#include <string>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

// The types as which every array can be shown: "uint8_t", "float", ...
const std::vector<std::string>& ElementNames();

// The index of the type as which the array is shown; none: the recorded one.
std::optional<std::size_t> ElementOf(const Model& model, trace::ObjectId object);
// Applies to the array; for shared memory, to the arrays of the same name in all blocks.
void ViewAs(Model& model, trace::ObjectId object, std::optional<std::size_t> element);
// The type that was recorded: "float", "bytes".
std::string RecordedElement(const Model& model, trace::ObjectId object);

}  // namespace lockstep::replay
