#include "sim/compile/pass/language/fused_sums.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

namespace lockstep::pass {

void FuseSums(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (function.getIntrinsicID() != llvm::Intrinsic::fmuladd) continue;
    llvm::Type* type = function.getReturnType();
    function.replaceAllUsesWith(llvm::Intrinsic::getDeclaration(&module, llvm::Intrinsic::fma, {type}));
    function.eraseFromParent();
  }
}

}  // namespace lockstep::pass
