#pragma once

// In: device code as written. Out: the same with a hook where a thread takes the other way at a branch of the source
// that has a barrier or a warp operation inside (`if (i < n) { ... __syncthreads(); }`): the thread skips it. An early
// `return` is no such branch: threads that have left count as arrived.

#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit_tables.h"

namespace lockstep {

void InsertSkipHooks(llvm::Function& function, UnitTables& tables);
// And one where a loop goes round once more, which counts down LockstepThread::rounds_left.
void InsertRoundHooks(llvm::Function& function, UnitTables& tables);

}  // namespace lockstep
