#pragma once

// In: device code with inline PTX. Out: reads of the special registers that Lockstep knows, as what they stand for;
// an error that names the instruction, the file and the line for everything else.

#include "llvm/IR/Module.h"

namespace lockstep {

void LowerInlineAssembly(llvm::Module& module);

}  // namespace lockstep
