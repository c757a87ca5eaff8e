#pragma once

// Which memory nobody has written yet: what it holds is no value, whatever its bits say.

#include "shared/replay/model.h"

namespace lockstep::replay {

// Whether, at `position`, any of these bytes had been written by nobody: not before the launch, and by no recorded step
// since. Bytes that a block wrote which was not recorded count as unwritten here: see WrittenByStranger in arrays.h.
bool IsUnwritten(const Model& model, ObjectId object, std::uint64_t offset, std::uint64_t size, Position position);

bool IsUnwritten(const WrittenSince& since, std::uint64_t offset, std::uint64_t size, Position position);

// Whether the object has such bytes when the launch begins.
bool BeginsUnwritten(const Model& model, ObjectId object);

}  // namespace lockstep::replay
