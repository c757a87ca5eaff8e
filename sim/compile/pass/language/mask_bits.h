#pragma once

// In: optimised code that makes masks of lanes out of the bits of integers, and combines such masks. LLVM 19's
// instruction selection for AVX-512 combines the integers instead of the masks, and then the masks instead of the
// integers, without end (LLVM's issue 123333, mended in LLVM 20). Out: the integers are combined, and what comes of
// them is hidden from selection by an empty piece of assembly language.

#include "llvm/IR/Function.h"

namespace lockstep::pass {

// True if anything has changed.
bool CombineMaskBits(llvm::Function& function);

}  // namespace lockstep::pass
