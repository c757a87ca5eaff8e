#pragma once

// In: a canonical body.
// Out: marks at the additions to memory after which a thread reads nothing any more, if no atomic operation of the
// kernel tells a thread what it found. No thread can learn whether such a sum is in memory yet, so that the runtime may
// combine those of the blocks that a worker runs in a row: cores that add to one number wait for each other.

#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

void MarkLastSums(const WarpBody& body);

// The runtime's function that takes the sum `void(ptr, value)`; null if the addition is not marked.
llvm::FunctionCallee LaterSumOf(const llvm::AtomicRMWInst& atomic, llvm::Module& module);

}  // namespace lockstep::pass::warp
