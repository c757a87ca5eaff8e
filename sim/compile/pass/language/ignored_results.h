#pragma once

// In: the host half, with calls of the CUDA API. Out: around each call whose result is unused (such as that of
// `<<<>>>`) the thread-local `__lockstep_ignores_result` is 1: an error returned there has not been examined by the
// program (sim/api/unseen_error.h).

#include "llvm/IR/Module.h"

namespace lockstep::pass {

void MarkIgnoredResults(llvm::Module& module);

}  // namespace lockstep::pass
