#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "shared/trace/recording.h"

namespace lockstep {

// Where `size` bytes at `offset` of `object` are, as the program would write it: "out[3]", "tile[1][2]", "pixel.x",
// "p[2].rgb[1]". Size 0 asks for the place alone. What lies between cells or past the end shows as "out+0x1c".
std::string FormatPlace(const Recording& recording, const Object& object, std::uint64_t offset, std::uint64_t size);

// The type of exactly these bytes (kNone where no element or member covers them), for FormatValue.
TypeId TypeAt(const Recording& recording, const Object& object, std::uint64_t offset, std::uint64_t size);

// "d_out", or a name made from what the object is where it has none: "allocation at 0x7f..".
std::string NameOf(const Object& object);

}  // namespace lockstep
