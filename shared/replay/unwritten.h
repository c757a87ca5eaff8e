#pragma once

// Memory that has not been written yet: its contents are no value, whatever its bits are.

#include "shared/replay/model.h"

namespace lockstep::replay {

// True if, at `position`, any of these bytes was unwritten: neither written before the launch nor by a recorded step
// since. Bytes written by an unrecorded block count as unwritten here: see WrittenByStranger in arrays.h.
bool IsUnwritten(const Model& model, trace::ObjectId object, std::uint64_t offset, std::uint64_t size,
                 Position position);

bool IsUnwritten(const WrittenSince& since, std::uint64_t offset, std::uint64_t size, Position position);

// True if the object has such bytes when the launch begins.
bool BeginsUnwritten(const Model& model, trace::ObjectId object);

}  // namespace lockstep::replay
