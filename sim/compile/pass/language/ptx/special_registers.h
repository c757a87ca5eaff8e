#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

// Reads `%name`, of sim/ptx/special.def: 32 or 64 bits, or a predicate.
llvm::Value* SpecialRegister(llvm::IRBuilderBase& build, llvm::Module& module, llvm::StringRef name);

}  // namespace lockstep::pass
