#pragma once

// The parts of a value: members of structs and elements of arrays, to any depth.

#include <string>
#include <string_view>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

// A part of a value. `path` follows the value's name in C++: ".pos.x", ".id[1]", "[3]".
struct Field {
  std::string path;
  trace::TypeId type = trace::TypeId::kNone;
  std::uint64_t offset = 0, size = 0;  // bytes, from the value's first
  friend bool operator==(const Field&, const Field&) = default;
};

// "pos.x", "id[1]": the path without the point before it.
std::string_view NameOf(const Field& field);

inline constexpr std::size_t kMostFields = 256;

// The members of a struct, or the elements of an array, the first kMostFields. Empty for any other type.
std::vector<Field> PartsOf(const Model& model, trace::TypeId type);
// All parts that have no parts themselves, in the order of declaration, the first kMostFields. Empty for a type without
// parts.
std::vector<Field> FieldsOf(const Model& model, trace::TypeId type);

}  // namespace lockstep::replay
