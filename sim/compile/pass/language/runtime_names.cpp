#include "sim/compile/pass/language/runtime_names.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::pass {
namespace {

struct Renaming {
  const char* library;
  const char* runtime;
};

// Only as many parameters as the runtime's function has are passed (sized delete drops the size).
constexpr Renaming kRenamings[] = {
    {"printf", "__lockstep_printf"},
    {"malloc", "__lockstep_malloc"},
    {"free", "__lockstep_free"},
    {"_Znwm", "__lockstep_malloc"},
    {"_Znam", "__lockstep_malloc"},
    {"_ZdlPv", "__lockstep_free"},
    {"_ZdaPv", "__lockstep_free"},
    {"_ZdlPvm", "__lockstep_free"},
    {"_ZdaPvm", "__lockstep_free"},
    {"__assert_fail", "__lockstep_assert_fail"},
    {"abort", "__lockstep_trap"},
    {"__cxa_pure_virtual", "__lockstep_trap"},
    // Programs declare CUDA's own function, too; its last parameter is the size of a character.
    {"__assertfail", "__lockstep_assert_fail"},
};

llvm::FunctionCallee RuntimeFunction(llvm::Module& module, llvm::StringRef name, llvm::Function* like) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::get(context, 0);
  llvm::Type* nothing = llvm::Type::getVoidTy(context);
  if (name == "__lockstep_malloc") return module.getOrInsertFunction(name, pointer, llvm::Type::getInt64Ty(context));
  if (name == "__lockstep_free") return module.getOrInsertFunction(name, nothing, pointer);
  if (name == "__lockstep_trap") return module.getOrInsertFunction(name, nothing);
  if (name == "__lockstep_assert_fail")
    return module.getOrInsertFunction(name, nothing, pointer, pointer, llvm::Type::getInt32Ty(context), pointer);
  return module.getOrInsertFunction(name, like->getFunctionType());
}

void Redirect(llvm::Module& module, llvm::Function* from, llvm::FunctionCallee to) {
  for (llvm::User* user : llvm::make_early_inc_range(from->users())) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->getCalledOperand() != from) continue;
    llvm::IRBuilder<> build(call);
    const unsigned passed = to.getFunctionType()->isVarArg() ? call->arg_size() : to.getFunctionType()->getNumParams();
    llvm::SmallVector<llvm::Value*> arguments(call->arg_begin(),
                                              call->arg_begin() + std::min(passed, call->arg_size()));
    llvm::CallInst* made = build.CreateCall(to, arguments);
    if (!call->getType()->isVoidTy() && made->getType() == call->getType()) call->replaceAllUsesWith(made);
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(call)) build.CreateBr(invoke->getNormalDest());
    call->eraseFromParent();
  }
  if (!from->use_empty()) from->replaceAllUsesWith(to.getCallee());
  from->eraseFromParent();
}

}  // namespace

void UseRuntimeNames(llvm::Module& module) {
  for (const Renaming& renaming : kRenamings) {
    llvm::Function* from = module.getFunction(renaming.library);
    if (!from || !from->isDeclaration()) continue;
    Redirect(module, from, RuntimeFunction(module, renaming.runtime, from));
  }
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        if (!intrinsic || (intrinsic->getIntrinsicID() != llvm::Intrinsic::trap &&
                           intrinsic->getIntrinsicID() != llvm::Intrinsic::debugtrap))
          continue;
        llvm::IRBuilder<> build(intrinsic);
        build.CreateCall(RuntimeFunction(module, "__lockstep_trap", nullptr));
        intrinsic->eraseFromParent();
      }
}

}  // namespace lockstep::pass
