#pragma once

// In: a device half whose code is shared between files (-rdc=true), as clang generates it: a static variable that host
// code also uses has two names (a declaration under its own, a definition under one that is unique in the program), and
// a list keeps what host code uses alive, including kernels of other files. Out: one name for each variable, and no
// list: the unit's tables replace it.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

void MendSharedNames(llvm::Module& module);

}  // namespace lockstep::pass
