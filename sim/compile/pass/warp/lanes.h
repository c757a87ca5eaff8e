#pragma once

// In: a function in canonical form with loop-closed SSA, and the shape of its tiles.
// Out: how each value looks over the lanes of a tile: whether it varies with the column and with the row, and whether
// it is affine in the column: `value of the first column + stride * column`.

#include <memory>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "sim/compile/pass/warp/uniformity.h"
#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

class Lanes {
 public:
  Lanes(const WarpBody& body, Shape shape, const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops);

  Shape shape() const { return shape_; }
  bool VariesByColumn(const llvm::Value* value) const;
  bool VariesByRow(const llvm::Value* value) const;
  bool Varies(const llvm::Value* value) const { return VariesByColumn(value) || VariesByRow(value); }
  // Also true if lanes left a loop in different iterations with different values.
  bool VariesAt(const llvm::Use& use) const;
  bool HasDivergentEnd(const llvm::BasicBlock& block) const;
  // Lanes may leave the loop in different iterations.
  bool MayLeaveApart(const llvm::Loop& loop) const;
  // Of integers, and in bytes of pointers; 0 for values that do not vary by column. A value whose lanes do not all run
  // has the stride in those that do.
  std::optional<std::int64_t> Stride(const llvm::Value* value) const;
  // True if the stride holds only where no lane's unsigned index has wrapped around before it was extended, which the
  // widened code tests.
  bool IsChecked(const llvm::Value* value) const { return checked_.contains(value); }
  // True if a signed index may have wrapped around before it was extended: the value is an index of memory (StrideOf),
  // but not a number that rises from lane to lane.
  bool MayWrap(const llvm::Value* value) const { return wrapping_.contains(value); }

 private:
  using Set = Uniformity::Values;

  void FindStrides(llvm::Function& function, const llvm::LoopInfo& loops);
  // True if what is known of the instruction has changed.
  bool LearnStride(const llvm::Instruction& instruction, const llvm::LoopInfo& loops);
  std::optional<std::int64_t> StrideOf(const llvm::Instruction& instruction, const llvm::LoopInfo& loops) const;
  std::optional<std::int64_t> StrideOfAddress(const llvm::Instruction& instruction) const;
  std::optional<std::int64_t> StrideOfPhi(const llvm::Instruction& instruction, const llvm::LoopInfo& loops) const;
  void FindChecked(llvm::Function& function);

  Shape shape_;
  const llvm::DataLayout& data_;
  std::unique_ptr<Uniformity> columns_, rows_;
  llvm::DenseMap<const llvm::Value*, std::int64_t> strides_;
  Set checked_, wrapping_, dropped_;
};

}  // namespace lockstep::pass::warp
