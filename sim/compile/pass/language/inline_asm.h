#pragma once

// In: device code with inline PTX. Out: the instructions are IR, like that of CUDA's own forms; what is wrong or not
// supported is an error at its place in the asm statement's string.

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

// Functions of the runtime that may wait, and that the code now calls, are added to `waits`.
void LowerInlineAssembly(llvm::Module& module, llvm::SetVector<llvm::Function*>& waits);

}  // namespace lockstep::pass
