#pragma once

// In: a translation unit's device code, as the front end understood it. Out: the same, with constants that C++ leaves
// undefined (a shift by 32, a division by 0, (int)1e20f) hidden in calls of `__lockstep_hidden_*`.
//
// The front end computes what is constant while it writes IR, and such an operation becomes poison there: nothing of it
// is left to define. A call is not computed; TakeConstantsBack() undoes it once instructions are instructions.
// The front end finds this transform in its registry of plugins.

#include "llvm/IR/Module.h"

namespace lockstep {

void TakeConstantsBack(llvm::Module& module);

}  // namespace lockstep
