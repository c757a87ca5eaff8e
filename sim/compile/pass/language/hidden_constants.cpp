#include "sim/compile/pass/language/hidden_constants.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {
namespace {

// An operation on constants only, such as a cast, is a constant too.
void Replace(llvm::Instruction& instruction, llvm::Constant* value, const llvm::DataLayout& layout) {
  llvm::SmallVector<llvm::User*> users(instruction.users());
  instruction.replaceAllUsesWith(value);
  instruction.eraseFromParent();
  for (llvm::User* user : users)
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(user); cast && !llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(cast))
      if (llvm::Constant* folded = llvm::ConstantFoldInstruction(cast, layout)) Replace(*cast, folded, layout);
}

}  // namespace

void TakeConstantsBack(llvm::Module& module) {
  for (const char* name : {kHiddenWhole, kHiddenReal}) {
    llvm::Function* function = module.getFunction(name);
    if (!function) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      auto* call = llvm::cast<llvm::CallBase>(user);
      llvm::Value* operand = call->getArgOperand(0);
      if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand))
        Replace(*call, constant, module.getDataLayout());
      else {
        call->replaceAllUsesWith(operand);
        call->eraseFromParent();
      }
    }
    function->eraseFromParent();
  }
}

}  // namespace lockstep::pass
