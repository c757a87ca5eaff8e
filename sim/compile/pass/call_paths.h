#pragma once

// In: device code that asks which lanes are here (`__lockstep_activemask`, and so coalesced groups and the shuffles
// without `_sync`). Out: the same, with the place of each such question: the call itself, the calls that led to it, and
// the rounds of the loops around each of them. Lanes are together only where all of that is equal: two calls of one
// function from two sides of a branch are two places, and so are two levels of a recursion and two rounds of a loop.
//
// The runtime keeps the path of a thread's calls. Only functions that a question can be reached from say what they
// call: a kernel that never asks does not pay. It comes once library code is part of the program's, so that each call
// that is left is one place.

#include "llvm/IR/Module.h"

namespace lockstep {

// `unit` names the file among those of the program; `relocatable`: functions of other files may ask.
void MarkCallPaths(llvm::Module& module, llvm::StringRef unit, bool relocatable);

}  // namespace lockstep
