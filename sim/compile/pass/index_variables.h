#pragma once

// In: threadIdx, blockIdx, blockDim and gridDim as the variables that the headers declare, of CUDA's own types.
// Out: calls to the index functions (thread_state.h). Where a program copies one whole or binds a reference to it, the
// function gets a copy of its own.

#include "llvm/IR/Module.h"

namespace lockstep {

void ReadIndexVariables(llvm::Module& module);

}  // namespace lockstep
