#pragma once

// In: optimised code in which a part of a vector is taken by shifting one integer of all its bits, or out of a vector
// of wide integers. That is what LLVM makes of a load that follows a wider vector store to the same place; its code
// generator moves such integers through general registers, word by word. Out: the elements themselves, by a shuffle.

#include "llvm/IR/Function.h"

namespace lockstep::pass {

// True if anything has changed.
bool TakeVectorParts(llvm::Function& function);

}  // namespace lockstep::pass
