#pragma once

// In: the host half, with calls of the CUDA API. Out: around each whose result nothing uses (as that of `<<<>>>`) the
// thread-local `__lockstep_ignores_result` is 1: an error that is returned there is one that the program has not looked
// at (sim/api/unseen_error.h).

#include "llvm/IR/Module.h"

namespace lockstep {

void MarkIgnoredResults(llvm::Module& module);

}  // namespace lockstep
