#pragma once

// The structs, classes and unions that the debug information of a module declares, by name. They are collected once,
// when the first is asked for: reading a module's debug information takes as long as a pass.

#include <vector>

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

class DeclaredTypes {
 public:
  using Composites = std::vector<const llvm::DICompositeType*>;

  explicit DeclaredTypes(const llvm::Module& module) : module_(module) {}

  // Those of a name without template arguments; of an empty one, those without a name.
  const Composites& Named(llvm::StringRef name);

 private:
  const llvm::Module& module_;
  bool is_read_ = false;
  llvm::StringMap<Composites> by_name_;
};

}  // namespace lockstep::pass
