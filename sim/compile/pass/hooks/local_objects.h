#pragma once

// In: the pointer that an address is computed from. Out: the local variable that it points to the beginning of: where
// it begins, its size and its row among the variables, as values. Where a pointer is a choice between several
// (`c ? &a : &b`), they are those of the chosen one.

#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

struct LocalObject {
  llvm::Value *begin = nullptr, *size = nullptr;  // of 64 bits
  llvm::Value* variable = nullptr;                // null: it is none of the program's
};

class LocalObjects {
 public:
  explicit LocalObjects(UnitTables& tables) : tables_(tables) {}

  // Nothing if the pointer may point to anything else.
  std::optional<LocalObject> Of(llvm::Value* pointer);

 private:
  std::optional<LocalObject> Find(llvm::Value* pointer);
  std::optional<LocalObject> OfVariable(llvm::AllocaInst& local);
  std::optional<LocalObject> OfSelect(llvm::SelectInst& select);
  std::optional<LocalObject> OfPhi(llvm::PHINode& phi);

  UnitTables& tables_;
  // Nothing, too, while it is being looked for: a pointer that goes round a loop is not followed.
  llvm::DenseMap<llvm::Value*, std::optional<LocalObject>> known_;
};

}  // namespace lockstep::pass
