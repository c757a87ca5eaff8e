#include "sim/compile/pass/unit/asked_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace lockstep::pass {
namespace {

constexpr char kPrefix[] = "__lockstep_name_";

llvm::GlobalVariable* MakeText(llvm::Module& module, llvm::StringRef text) {
  llvm::Constant* data = llvm::ConstantDataArray::getString(module.getContext(), text);
  return new llvm::GlobalVariable(module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data,
                                  "lockstep.asked_name");
}

}  // namespace

void TellAskedNames(llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalVariable*> asked;
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.getName().starts_with(kPrefix) && variable.hasInitializer()) asked.push_back(&variable);
  if (asked.empty()) return;
  llvm::SmallVector<llvm::GlobalValue*> texts;
  for (llvm::GlobalVariable* variable : asked) {
    const auto* named = llvm::dyn_cast<llvm::GlobalValue>(variable->getInitializer()->stripPointerCasts());
    if (named)
      texts.push_back(MakeText(module, ("lockstep: " + variable->getName() + " is " + named->getName()).str()));
  }
  llvm::removeFromUsedLists(module,
                            [&](llvm::Constant* used) { return llvm::is_contained(asked, used->stripPointerCasts()); });
  for (llvm::GlobalVariable* variable : asked) {
    variable->removeDeadConstantUsers();  // the earlier list
    if (variable->use_empty()) variable->eraseFromParent();
  }
  llvm::appendToUsed(module, texts);
}

}  // namespace lockstep::pass
