#pragma once

// In: clang's llvm.fmuladd, a product and a sum with or without rounding in between. LLVM decides this differently at
// each optimisation level (with two constant factors it rounds, for instance). Out: llvm.fma, which rounds once, like a
// GPU, so that a kernel computes the same bits in every mode and at every level.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

void FuseSums(llvm::Module& module);

}  // namespace lockstep::pass
