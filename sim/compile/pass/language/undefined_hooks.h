#pragma once

// In: operations that C++ leaves undefined for some operands, with the condition for such operands. Out: a hook
// (__lockstep_check_undefined) that reports them, in check mode and in the program's own code only: the library relies
// on the behaviour of a GPU.
//
// The hooks are inserted in two steps, because the other checks must see only the program's own branches: first a call
// with the condition as argument, then, after those checks, a branch around it.

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

class UndefinedHooks {
 public:
  UndefinedHooks(llvm::Module& module, UnitTables& tables) : module_(module), tables_(tables) {}

  // Inserts the hook before `operation`, for the condition `happens`. `what` is one of LOCKSTEP_UNDEFINED_*; `operand`
  // is the number that causes it.
  void Insert(llvm::Instruction& operation, llvm::Value* happens, std::uint64_t what, llvm::Value* operand);
  void BranchAround();
  // True for a call of the first step, of which the condition is the first argument.
  static bool IsConditional(const llvm::CallBase& call);

 private:
  llvm::Module& module_;
  UnitTables& tables_;
  std::vector<llvm::CallInst*> calls_;
};

}  // namespace lockstep::pass
