#pragma once

// In: a function of the host as written, before optimisation. Out: the same, with the origin of each of its pointer
// variables kept beside it: the pointer that its value was computed from (`row = in + i * w; ++row` has that of `in`).
// A computed pointer may miss the array that it is meant for; its origin shows which one that is.

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {

class PointerOrigins {
 public:
  explicit PointerOrigins(llvm::Function& function);

  // For an access at `at` to `address`: the array or pointer that is indexed. Null where it is not known: other code
  // may set the variable, or the array is a member of a struct, beside others.
  llvm::Value* Of(llvm::Instruction& at, llvm::Value* address);

 private:
  llvm::Value* OriginOf(llvm::StoreInst& store);

  llvm::Constant* null_;
  llvm::DenseMap<const llvm::Value*, llvm::AllocaInst*> origins_;  // of variables that only this function sets
};

}  // namespace lockstep::pass
