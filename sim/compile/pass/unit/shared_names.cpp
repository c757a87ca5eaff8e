#include "sim/compile/pass/unit/shared_names.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace lockstep::pass {

void MendSharedNames(llvm::Module& module) {
  if (llvm::GlobalVariable* list = module.getNamedGlobal("__clang_gpu_used_external")) {
    llvm::removeFromUsedLists(module, [&](llvm::Constant* used) { return used == list; });
    list->eraseFromParent();
  }
  llvm::StringMap<llvm::GlobalVariable*> unique;  // by the name in the source
  for (llvm::GlobalVariable& variable : module.globals())
    if (const std::size_t end = variable.getName().find("__static__"); end != llvm::StringRef::npos)
      unique[variable.getName().take_front(end)] = &variable;
  for (auto& [name, variable] : unique) {
    llvm::GlobalVariable* declared = module.getNamedGlobal(name);
    if (!declared || !declared->isDeclaration() || declared->getType() != variable->getType()) continue;
    declared->replaceAllUsesWith(variable);
    declared->eraseFromParent();
  }
}

}  // namespace lockstep::pass
