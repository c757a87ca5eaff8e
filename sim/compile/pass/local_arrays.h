#pragma once

// The local arrays of one function in check mode: beside each lies a shadow. A byte a byte is not 0 where nobody has
// given a value, and a number for every four bytes says where what they hold comes from: this array, or memory that
// nobody wrote. The function's own accesses look at the shadow in line; where the array's address leaves the function,
// the runtime is told of array and shadow (`__lockstep_check_array`), and room after the array shows who runs past its
// end.
//
// Structs and arrays that the compiler keeps in memory and that nobody else sees have a shadow too, at first without a
// mark: what is copied into them comes out as it was.
//
// An array whose address leaves has its place on the stack for itself as long as its function runs: the function is
// not inlined, and the marks by which LLVM lets locals share places are taken out. So whoever follows the address after
// the array's scope meets the array's own bytes, and never another variable that lives.

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/unit_tables.h"

namespace lockstep {

// The origin (sim/hooks/check.h) of a variable's own bytes before it has a value; null: of one that is not known.
llvm::Value* OriginOfVariable(llvm::IRBuilderBase& build, UnitTables& tables, llvm::DILocalVariable* variable);

class LocalArrays {
 public:
  // Takes over the function's marked arrays (unwritten_locals.h).
  LocalArrays(llvm::Function& function, UnitTables& tables);

  bool Has(llvm::Value* address) const { return Find(address) != nullptr; }
  // The variable's own bytes, without the room after it.
  std::uint64_t SizeOf(const llvm::AllocaInst& local) const;

  // Where a value comes from that `load` reads and that nobody has given it, or 0; null: not from such an array.
  llvm::Value* OriginOf(llvm::LoadInst& load);
  void NoteStore(llvm::StoreInst& store, llvm::Value* origin);
  void NoteFill(llvm::AnyMemSetInst& fill);
  // From one such array into another, or into one from where every value is good.
  void NoteCopy(llvm::AnyMemTransferInst& copy);
  // Code without hooks may have written all of what its arguments point to.
  void NoteCall(llvm::CallBase& call);

  // The shadow of the byte at `address`: its mark, and the number of the four bytes that it is in. Null: none.
  struct Shadow {
    llvm::Value *mark = nullptr, *origin = nullptr;
  };
  Shadow ShadowAt(llvm::IRBuilderBase& build, llvm::Value* address) const;

  // How far `address` lies after the beginning of `local`; null where that is not computed from it step by step.
  llvm::Value* Offset(llvm::IRBuilderBase& build, llvm::Value* address, const llvm::AllocaInst& local) const;

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
  // Every byte is without a value, which comes from `origin`; null: it has one.
  void Begin(llvm::IRBuilderBase& build, const Array& array, llvm::Value* origin) const;
  const Array* Find(llvm::Value* address, llvm::AllocaInst** local = nullptr) const;

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::AllocaInst*, Array> arrays_;
};

}  // namespace lockstep
