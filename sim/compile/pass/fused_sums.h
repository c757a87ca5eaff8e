#pragma once

// In: clang's llvm.fmuladd, a product and a sum that may or may not be rounded in between; which, LLVM decides anew at
// every optimisation level (with two constant factors it rounds, for instance). Out: llvm.fma, rounded once, as a GPU
// does: so that a kernel gives the same bits in every mode and at every level.

#include "llvm/IR/Module.h"

namespace lockstep {

void FuseSums(llvm::Module& module);

}  // namespace lockstep
