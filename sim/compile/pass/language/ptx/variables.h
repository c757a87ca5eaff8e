#pragma once

// Variables that an asm statement declares in memory.

#include "llvm/IR/InstrTypes.h"
#include "sim/ptx/variables.h"

namespace lockstep::pass {

// Its generic address. One in .local is the thread's own; the others are variables of the module, with debug
// information if the function has it, as if the program had declared them in the function.
llvm::Value* MakeVariable(llvm::CallBase& asm_statement, const ptx::Variable& variable, const llvm::DebugLoc& line);

}  // namespace lockstep::pass
