#include "sim/compile/pass/unit/host_half.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace lockstep::pass {

void RegisterWithoutDeviceLink(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().starts_with("__cudaRegisterLinkedBinary")) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallBase>(user);
      llvm::IRBuilder<> build(call);
      // The function that registers the unit's kernels and variables, and the unit's name.
      auto* type = llvm::FunctionType::get(build.getVoidTy(), {build.getPtrTy(), build.getPtrTy()}, false);
      build.CreateCall(module.getOrInsertFunction("__lockstep_register_linked", type),
                       {call->getArgOperand(0), call->getArgOperand(1)});
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
  // A name for the device linker, derived from the source's name: two files of the same name would clash.
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases()))
    if (alias.getName().starts_with("__fatbinwrap") && alias.use_empty()) alias.eraseFromParent();
}

void KeepStubsApart(llvm::Module& module) {
  llvm::Function* pop = module.getFunction("__cudaPopCallConfiguration");
  if (!pop) return;
  for (llvm::User* user : pop->users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->getFunction()->addFnAttr(llvm::Attribute::NoInline);
}

}  // namespace lockstep::pass
