#include "sim/compile/pass/language/shuffles.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstrTypes.h"

namespace lockstep::pass {

bool IsWarpExchange(const llvm::Function& function) {
  return llvm::StringSwitch<bool>(function.getName())
      .Cases(kShuffle, "__lockstep_vote", "__lockstep_match", "__lockstep_gather", true)
      .Default(false);
}

void LetShufflesTakeAnything(llvm::Module& module) {
  llvm::Function* shuffle = module.getFunction(kShuffle);
  if (!shuffle) return;
  shuffle->removeParamAttr(kExchangeOperand, llvm::Attribute::NoUndef);
  for (llvm::User* user : shuffle->users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user))
      call->removeParamAttr(kExchangeOperand, llvm::Attribute::NoUndef);
}

}  // namespace lockstep::pass
