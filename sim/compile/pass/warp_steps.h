#pragma once

// In: device code. Out: lanes of a warp that pass values on by volatile memory with no
// barrier between, as programs did when warps went in step (the end of a reduction), do so: they wait for one another,
// by `__lockstep_converge`, before and behind the volatile write.

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace lockstep {

// `waits` has the functions of the runtime that bring threads together. True where `function` has such writes.
bool KeepWarpsInStep(llvm::Function& function, const llvm::SetVector<llvm::Function*>& waits);

}  // namespace lockstep
