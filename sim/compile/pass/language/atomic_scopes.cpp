#include "sim/compile/pass/language/atomic_scopes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/facts/library_code.h"

namespace lockstep::pass {
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

void MarkRelaxed(llvm::Module& module) {
  const auto is_acq_rel = [](const llvm::Instruction& instruction) {
    if (instruction.hasMetadata(kOrdered)) return false;
    constexpr auto kOrder = llvm::AtomicOrdering::AcquireRelease;
    if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return update->getOrdering() == kOrder;
    auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
    return exchange && exchange->getSuccessOrdering() == kOrder;
  };
  for (llvm::Function& function : module) {
    // Most of the library is compiled without debug information, the program always with it.
    if (function.isDeclaration() || (function.getSubprogram() && !IsLibraryFunction(function))) continue;
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (is_acq_rel(instruction)) instruction.setMetadata(kRelaxed, llvm::MDNode::get(instruction.getContext(), {}));
  }
}

void MarkOrdered(llvm::Instruction& update) {
  update.setMetadata(kOrdered, llvm::MDNode::get(update.getContext(), {}));
}

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

}  // namespace lockstep::pass
