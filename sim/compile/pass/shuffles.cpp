#include "sim/compile/pass/shuffles.h"

#include "llvm/IR/InstrTypes.h"

namespace lockstep::pass {

void LetShufflesTakeAnything(llvm::Module& module) {
  llvm::Function* shuffle = module.getFunction(kShuffle);
  if (!shuffle) return;
  shuffle->removeParamAttr(kShuffleOperand, llvm::Attribute::NoUndef);
  for (llvm::User* user : shuffle->users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user))
      call->removeParamAttr(kShuffleOperand, llvm::Attribute::NoUndef);
}

}  // namespace lockstep::pass
