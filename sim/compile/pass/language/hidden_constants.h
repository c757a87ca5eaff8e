#pragma once

// In: a translation unit's device code, after semantic analysis. Out: the same, with constants that C++ leaves
// undefined (a shift by 32, a division by 0, (int)1e20f) hidden in calls of `__lockstep_hidden_*`.
//
// The front end evaluates constants while it generates IR, and such an operation becomes poison there, with nothing
// left to define. A call is not evaluated; TakeConstantsBack() removes the calls once the operations are instructions.
// The front end finds the first half of this transform (constant_hider.cpp) in its registry of plugins.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

inline constexpr const char *kHiddenWhole = "__lockstep_hidden_whole", *kHiddenReal = "__lockstep_hidden_real";

void TakeConstantsBack(llvm::Module& module);

}  // namespace lockstep::pass
