#pragma once

// The demands of ptxas on modifiers beyond the forms of instructions.def: which ones exclude each other.

#include <optional>

#include "sim/ptx/forms.h"

namespace lockstep::ptx {

// `word` is the opcode with its modifiers, at `offset`; the modifiers of `matched` are parts of it.
std::optional<Complaint> BrokenRule(const Matched& matched, std::string_view word, std::size_t offset);

}  // namespace lockstep::ptx
