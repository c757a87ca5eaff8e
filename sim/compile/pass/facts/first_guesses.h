#pragma once

// In: a function. Out: the reads whose value is only a guess, which an atomic exchange confirms or corrects:
//
//   old = *p; do { assumed = old; old = atomicCAS(p, assumed, ...); } while (assumed != old);
//
// Such a read does not conflict with other atomics.

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {

using FirstGuesses = llvm::SmallPtrSet<const llvm::LoadInst*, 4>;

FirstGuesses FindFirstGuesses(llvm::Function& function);

}  // namespace lockstep::pass
