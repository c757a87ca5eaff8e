#pragma once

// The text of the source while its IR is transformed, for places inside string literals.

#include <cstdint>

#include "llvm/ADT/StringRef.h"

namespace lockstep::pass {

// The text after a place, encoded as clang does (`!srcloc`), to the end of its file. `place` becomes the place where
// the text is written, if a macro's argument brought it to where it is used. Empty if it is unknown, or in a macro.
using SourceText = llvm::StringRef (*)(std::uint64_t& place);

// The line of a place, as debug information counts; 0 if it is unknown, or in a macro.
using SourceLine = unsigned (*)(std::uint64_t place);

// Null where clang is not running.
extern SourceText source_text;
extern SourceLine source_line;

}  // namespace lockstep::pass
