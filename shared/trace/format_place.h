#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "shared/trace/recording.h"

namespace lockstep::trace {

// The `size` bytes at `offset` of `object`, as the program would write them: "out[3]", "tile[1][2]", "pixel.x",
// "p[2].rgb[1]". With size 0, the place alone. Bytes between cells or past the end become "out+0x1c".
std::string FormatPlace(const Recording& recording, const ObjectView& object, std::uint64_t offset, std::uint64_t size);

// The type of exactly these bytes, for FormatValue; kNone if no element or member covers them.
TypeId TypeAt(const Recording& recording, const ObjectView& object, std::uint64_t offset, std::uint64_t size);

// "d_out", or a description if the object has no name: "allocation at 0x7f..".
std::string NameOf(const ObjectView& object);

}  // namespace lockstep::trace
