#pragma once

// In: device code. Out: lanes of a warp that exchange values through volatile memory without a barrier, as programs did
// when warps ran in step (the end of a reduction), wait for one another by `__lockstep_converge` before and after the
// volatile write.

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

// `waits` contains the runtime functions that synchronise threads. True if `function` has such writes.
bool KeepWarpsInStep(llvm::Function& function, const llvm::SetVector<llvm::Function*>& waits);

}  // namespace lockstep::pass
