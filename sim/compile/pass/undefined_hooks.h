#pragma once

// In: operations that C++ leaves undefined for some operands, and whether they are such now. Out: a hook
// (__lockstep_check_undefined) that reports it, in check mode and in the program's own code only: the library knows
// what a GPU does.
//
// The hooks come in two steps, because the other checks must take a thread's branches for the program's: first a call
// that is told the condition, then, when they are done, a branch around it.

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit_tables.h"

namespace lockstep {

class UndefinedHooks {
 public:
  UndefinedHooks(llvm::Module& module, UnitTables& tables) : module_(module), tables_(tables) {}

  // Before `operation`, for when `happens`. `what` is one of LOCKSTEP_UNDEFINED_*; `operand` is the number that does
  // it.
  void Insert(llvm::Instruction& operation, llvm::Value* happens, std::uint64_t what, llvm::Value* operand);
  void BranchAround();

 private:
  llvm::Module& module_;
  UnitTables& tables_;
  std::vector<llvm::CallInst*> calls_;
};

}  // namespace lockstep
