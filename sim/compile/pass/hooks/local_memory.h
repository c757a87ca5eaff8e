#pragma once

// The local arrays of a function that a compiler for the device has to put into local memory, because registers have no
// index: those with an access whose place is not known when the function is compiled. A place is known if it depends
// only on constants and on counters of loops with `#pragma unroll` whose number of rounds is known.
//
// Limits: a device's compiler also unrolls short loops without being told. Arrays whose address goes to a function that
// is not inlined are judged by the accesses of this function alone.

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {

using LocalMemory = llvm::SmallPtrSet<const llvm::AllocaInst*, 4>;

LocalMemory LocalMemoryOf(llvm::Function& function, const llvm::LoopInfo& loops);

}  // namespace lockstep::pass
