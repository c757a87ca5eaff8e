#include "sim/compile/pass/unit/hook_call.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace lockstep::pass {

llvm::CallInst* CallHook(llvm::Instruction* before, llvm::StringRef hook, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  auto* type = llvm::FunctionType::get(result, types, false);
  return llvm::IRBuilder<>(before).CreateCall(before->getModule()->getOrInsertFunction(hook, type), arguments);
}

llvm::CallInst* CallHook(llvm::Instruction* before, llvm::StringRef hook, llvm::ArrayRef<llvm::Value*> arguments) {
  return CallHook(before, hook, llvm::Type::getVoidTy(before->getContext()), arguments);
}

llvm::Instruction* BeginRareBlock(llvm::Value* condition, llvm::Instruction* at) {
  llvm::MDNode* rarely = llvm::MDBuilder(at->getContext()).createUnlikelyBranchWeights();
  return llvm::SplitBlockAndInsertIfThen(condition, at, false, rarely);
}

}  // namespace lockstep::pass
