#pragma once

// The arguments that hooks get of an instruction, in every mode.

#include <cstdint>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

// Each block's position in its function's control flow (LockstepSite::order).
using BlockOrders = llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t>;
BlockOrders OrderBlocks(llvm::Function& function);

// False for what the compiler has made.
bool HasPlace(const llvm::Instruction& instruction);
// Memory that only this thread can see and that has no shadow.
bool IsOwn(const llvm::Value* address);
// The bits of `how` for what the address must be a multiple of.
std::uint64_t Promised(llvm::Align alignment);
// The address in the space that all others are part of; what that takes is inserted before `at`.
llvm::Value* Plain(llvm::Instruction* at, llvm::Value* address);
// The parameter or variable that the address was computed from; null if it is not evident.
llvm::Value* BaseOf(llvm::Instruction* at, llvm::Value* address);

class HookArguments {
 public:
  HookArguments(llvm::Function& function, UnitTables& tables, const BlockOrders& orders)
      : layout_(function.getDataLayout()),
        tables_(tables),
        orders_(orders),
        wide_(llvm::Type::getInt64Ty(function.getContext())) {}

  // The row of the instruction's place in the program.
  llvm::Value* SiteOf(const llvm::Instruction& at) const;

  std::uint64_t SizeOf(llvm::Type* type) const { return layout_.getTypeStoreSize(type); }
  llvm::ConstantInt* Wide(std::uint64_t value) const;
  llvm::Value* LengthOf(llvm::AnyMemIntrinsic& memory) const;
  // The number of bytes, and what both addresses must be multiples of (LOCKSTEP_COPY_*).
  llvm::Value* HowOf(llvm::AnyMemTransferInst& copy) const;
  // The value as an integer if it has at most 8 bytes; null for other types.
  llvm::Value* BitsOf(llvm::Instruction* at, llvm::Value* value) const;

 private:
  const llvm::DataLayout& layout_;
  UnitTables& tables_;
  const BlockOrders& orders_;
  llvm::IntegerType* wide_;
};

}  // namespace lockstep::pass
