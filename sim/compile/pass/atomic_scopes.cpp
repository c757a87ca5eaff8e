#include "sim/compile/pass/atomic_scopes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace lockstep {
namespace {

void Mark(llvm::Value& address) {
  for (llvm::User* user : address.users()) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (!instruction) continue;
    if (llvm::isa<llvm::CastInst, llvm::GetElementPtrInst>(instruction)) Mark(*instruction);
    if (instruction->isAtomic())
      instruction->setMetadata(kBlockScope, llvm::MDNode::get(instruction->getContext(), {}));
  }
}

}  // namespace

void MarkBlockScope(llvm::Module& module) {
  llvm::Function* in_block = module.getFunction("__lockstep_in_block");
  if (!in_block) return;
  for (llvm::User* user : llvm::make_early_inc_range(in_block->users())) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call) continue;
    Mark(*call);
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
}

}  // namespace lockstep
