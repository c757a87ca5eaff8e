#pragma once

// In: a function in record mode, before its hooks. Out: for each access, the parameter or variable that its address was
// computed from, as check mode has it (BaseOf). There, plain locals are in registers, so that a parameter is evident
// although the source keeps it in a variable; here, a copy of the function, which does not stay, has them so.

#include <array>
#include <map>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {

class AccessBases {
 public:
  // Of what an access writes, and of what it reads; where it has one address, both are that one's.
  struct Bases {
    llvm::Value *to = nullptr, *from = nullptr;
  };

  // The loads of parameters that this takes are inserted at the function's beginning.
  explicit AccessBases(llvm::Function& function);

  // Values of plain pointers; null constants where a base is not evident.
  Bases Of(const llvm::Instruction& access) const;

 private:
  llvm::Value* InFunction(llvm::Value* base, const llvm::DenseMap<const llvm::Value*, llvm::LoadInst*>& loads);
  llvm::Value* Parameter(llvm::Argument& storage, std::uint64_t offset);

  llvm::Function& function_;
  llvm::PointerType* pointer_;
  std::map<std::pair<unsigned, std::uint64_t>, llvm::Value*> parameters_;  // by argument and offset
  llvm::DenseMap<const llvm::Instruction*, Bases> bases_;
};

}  // namespace lockstep::pass
