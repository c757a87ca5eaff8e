#pragma once

// An array seen as one of elements of another type: memory is bytes, and a program may mean them otherwise than its
// debug information says. All that looks at the array follows: cells, headline, notes, arrows.

#include <optional>
#include <string>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

// "uint8_t", "float", ...: what every array can be seen as.
const std::vector<std::string>& ElementNames();

// Which of these the array is seen as; none: as it was recorded.
std::optional<std::size_t> ElementOf(const Model& model, ObjectId object);
// The array, and of shared memory those of the same name in all blocks.
void ViewAs(Model& model, ObjectId object, std::optional<std::size_t> element);
// The type that it was recorded with: "float", "bytes".
std::string RecordedElement(const Model& model, ObjectId object);

}  // namespace lockstep::replay
