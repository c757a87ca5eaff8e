#pragma once

// In: device code that asks for the lanes at the same place (`__lockstep_activemask`, and therefore coalesced groups
// and shuffles without `_sync`). Out: the same, with the path to each such question: the question itself, the calls
// that led to it, and the iterations of the loops around each of them. Lanes are together only if all of these are
// equal: calls of one function from two sides of a branch are different places, and so are two levels of a recursion
// and two iterations of a loop.
//
// The runtime keeps the path of a thread's calls. Only functions from which a question can be reached record their
// calls, so kernels without questions have no cost. It runs after library code has become part of the program's, so
// that each remaining call is one place.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

// `unit` identifies the file within the program; `relocatable`: functions of other files may ask.
void MarkCallPaths(llvm::Module& module, llvm::StringRef unit, bool relocatable);

}  // namespace lockstep::pass
