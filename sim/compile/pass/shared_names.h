#pragma once

// In: a device half whose code is shared between files (-rdc=true), as clang leaves it: a static variable that host
// code uses too has two names (a declaration under its own, a definition under one that is unique in the program), and
// a list holds on to what host code uses, kernels of other files among it. Out: one name for each variable, and no
// list: the unit's tables say what there is.

#include "llvm/IR/Module.h"

namespace lockstep {

void MendSharedNames(llvm::Module& module);

}  // namespace lockstep
