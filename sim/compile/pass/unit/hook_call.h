#pragma once

// In: an instruction. Out: a call of a C function of sim/hooks just before it, at its line.

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Instructions.h>

namespace lockstep::pass {

llvm::CallInst* CallHook(llvm::Instruction* before, llvm::StringRef hook, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> arguments);
// One that returns nothing.
llvm::CallInst* CallHook(llvm::Instruction* before, llvm::StringRef hook, llvm::ArrayRef<llvm::Value*> arguments);

// The end of a new block before `at` that is entered where the condition holds, which is rare.
llvm::Instruction* BeginRareBlock(llvm::Value* condition, llvm::Instruction* at);

}  // namespace lockstep::pass
