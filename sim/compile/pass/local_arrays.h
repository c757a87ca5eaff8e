#pragma once

// The local arrays of one function in check mode: beside each lies a shadow of a byte a byte, which is not 0 where
// nobody has written. The function's own accesses look at the shadow in line; where the array's address leaves the
// function, the runtime is told of array and shadow (`__lockstep_check_array`), and room behind the array shows who
// runs past its end.

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/unit_tables.h"

namespace lockstep {

class LocalArrays {
 public:
  // Takes over the function's marked arrays (unwritten_locals.h).
  LocalArrays(llvm::Function& function, UnitTables& tables);

  // Bytes of a local variable without the room behind it.
  std::uint64_t SizeOf(const llvm::AllocaInst& local) const;
  // How far behind the local's beginning the address is; null where it was not computed from it step by step.
  llvm::Value* Offset(llvm::IRBuilderBase& build, llvm::Value* address, const llvm::AllocaInst& local) const;

  // The origin (32 bits) of what a load has read; null where its address is in no tracked array.
  llvm::Value* OriginOf(llvm::LoadInst& load);
  // A value of this origin (32 bits) is stored.
  void NoteStore(llvm::StoreInst& store, llvm::Value* origin);
  void NoteFill(llvm::AnyMemSetInst& fill);
  void NoteCopy(llvm::AnyMemTransferInst& copy);
  // What code without hooks may write through a pointer counts as written.
  void NoteCall(llvm::CallBase& call);

 private:
  struct Array {
    llvm::AllocaInst* shadow = nullptr;
    std::uint64_t size = 0;
  };
  const Array* Find(llvm::Value* address, llvm::AllocaInst** local = nullptr) const;
  llvm::Value* ShadowAt(llvm::IRBuilderBase& build, llvm::Value* address) const;

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::AllocaInst*, Array> arrays_;
};

}  // namespace lockstep
