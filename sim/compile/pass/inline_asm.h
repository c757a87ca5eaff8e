#pragma once

// In: device code with inline PTX. Out: reads of supported special registers are replaced by their values; anything
// else is an error that names the instruction, the file and the line.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

void LowerInlineAssembly(llvm::Module& module);

}  // namespace lockstep::pass
