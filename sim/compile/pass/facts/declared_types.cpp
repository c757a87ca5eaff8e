#include "sim/compile/pass/facts/declared_types.h"

#include "llvm/IR/DebugInfo.h"

namespace lockstep::pass {

const DeclaredTypes::Composites& DeclaredTypes::Named(llvm::StringRef name) {
  if (!is_read_) {
    llvm::DebugInfoFinder finder;
    finder.processModule(module_);
    for (const llvm::DIType* type : finder.types())
      if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type))
        by_name_[composite->getName().take_until([](char c) { return c == '<'; })].push_back(composite);
    is_read_ = true;
  }
  return by_name_[name];
}

}  // namespace lockstep::pass
