#pragma once

// The local arrays of one function in check mode, each with a shadow. The shadow has a mark for each byte, which is not
// 0 while the byte is unwritten, and an origin for every four bytes: this array, or other unwritten memory. The
// function's own accesses update and test the shadow inline; if the array's address escapes from the function, the
// runtime learns of the array and its shadow (`__lockstep_check_array`), and unused space after the array reveals
// accesses past its end.
//
// Structs and arrays that the compiler keeps in memory and whose address does not escape have a shadow too, initially
// without marks, so that values keep their origins when they are copied through them.
//
// An array whose address escapes keeps its place on the stack while its function runs: the function is not inlined, and
// the lifetime markers by which LLVM lets locals share places are removed. An access through such an address after the
// array's scope therefore reaches the array's own bytes, and never another live variable.

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

// The origin (sim/hooks/check.h) of a variable's own bytes before they have a value; null: that of an unknown variable.
llvm::Value* OriginOfVariable(llvm::IRBuilderBase& build, UnitTables& tables, llvm::DILocalVariable* variable);

// The offset of `address` in `local`; null if it is not computed from it step by step.
llvm::Value* OffsetIn(llvm::IRBuilderBase& build, llvm::Value* address, const llvm::AllocaInst& local);

class LocalArrays {
 public:
  // Takes over the function's marked arrays (unwritten_locals.h).
  LocalArrays(llvm::Function& function, UnitTables& tables);

  bool Has(llvm::Value* address) const { return Find(address) != nullptr; }
  // The origin of the value that `load` reads, or 0; null: it does not read such an array.
  llvm::Value* OriginOf(llvm::LoadInst& load);
  void NoteStore(llvm::StoreInst& store, llvm::Value* origin);
  void NoteFill(llvm::AnyMemSetInst& fill);
  // A copy from one such array into another, or into one from memory whose values are valid.
  void NoteCopy(llvm::AnyMemTransferInst& copy);
  // Code without hooks may have written everything that its arguments point to.
  void NoteCall(llvm::CallBase& call);

  // The shadow of the byte at `address`: its mark, and the origin of its four bytes. Null: none.
  struct Shadow {
    llvm::Value *mark = nullptr, *origin = nullptr;
  };
  Shadow ShadowAt(llvm::IRBuilderBase& build, llvm::Value* address) const;

 private:
  struct Array {
    llvm::AllocaInst *marks = nullptr, *origins = nullptr;
    std::uint64_t size = 0;
    std::uint64_t OriginBytes() const;
  };
  void Take(llvm::AllocaInst* local, UnitTables& tables);
  void TakeKeepers(llvm::Function& function);
  bool IsShadow(const llvm::AllocaInst& local) const;
  Array& AddShadow(llvm::AllocaInst& local);
  // Marks every byte as unwritten with `origin`; null: as written.
  void Begin(llvm::IRBuilderBase& build, const Array& array, llvm::Value* origin) const;
  const Array* Find(llvm::Value* address, llvm::AllocaInst** local = nullptr) const;

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::AllocaInst*, Array> arrays_;
};

}  // namespace lockstep::pass
