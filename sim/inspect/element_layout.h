#pragma once

// Which bytes of the elements of an array are padding: no member lies there, so nobody can write them. Of a union,
// those that no member covers.

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/hooks/unit.h"

namespace lockstep::inspect {

struct ElementLayout {
  std::uint64_t offset = 0;   // of the first element in the object
  std::vector<bool> padding;  // for each byte of an element

  // `at`: an offset in the object.
  bool IsPadding(std::uint64_t at) const { return at >= offset && padding[(at - offset) % padding.size()]; }
  bool operator==(const ElementLayout&) const = default;
};

// Of elements of that type, or of an array of them. Nothing where there is no padding, or where the tables do not have
// all members (bit-fields), or for types of more than a few kilobytes.
std::optional<ElementLayout> LayoutOf(const LockstepUnit& unit, std::uint32_t type);

}  // namespace lockstep::inspect
