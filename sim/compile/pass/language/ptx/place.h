#pragma once

#include "llvm/IR/InstrTypes.h"

namespace lockstep::pass {

// The place of character `offset` of an asm statement's text, `ptx`, in the source, as clang encodes it; 0 if it is
// unknown.
std::uint64_t PlaceInSource(const llvm::CallBase& asm_statement, llvm::StringRef ptx, std::size_t offset);

// The offset in `source` of the character that comes `count` characters of PTX after its begin. `source` begins with a
// string literal or, if `inside`, in one; adjacent literals are one text. Up to where another token follows.
std::size_t WalkLiterals(llvm::StringRef source, bool inside, std::size_t count);

}  // namespace lockstep::pass
