#pragma once

// A declaration of memory in asm -> how large each variable is, and what it holds.

#include "sim/ptx/parse.h"
#include "sim/ptx/types.h"

namespace lockstep::ptx {

enum class Space : std::uint8_t { kShared, kLocal, kConst, kGlobal };

// The name of a space without its dot, and the space of a name.
std::string_view NameOf(Space space);
std::optional<Space> SpaceNamed(std::string_view name);

struct Variable {
  std::string name;
  Space space = Space::kShared;
  Type type = Type::kNone;  // of each element
  std::uint64_t bytes = 0, alignment = 0;
  std::vector<std::uint8_t> contents;  // zeros follow, except in .shared and .local, which are not initialised
  std::size_t offset = 0;              // in the text
};

// `declared` is one of the names in `statement`.
Maybe<Variable> LayOut(const Statement& statement, const Declared& declared);

}  // namespace lockstep::ptx
