#pragma once

// In: the host half in check mode. Out: the same, where each access through a pointer that leads into memory of the
// CUDA API is told first (`__lockstep_check_host`): host code must not touch the device's memory, nor what a kernel or
// an asynchronous copy still uses. Other memory costs two loads and a comparison.

#include "llvm/IR/Module.h"

namespace lockstep {

void InsertHostHooks(llvm::Module& module);

}  // namespace lockstep
