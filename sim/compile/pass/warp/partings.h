#pragma once

// The blocks in which lanes that part at a branch come together again, and the loops that they leave in different
// iterations. LLVM's uniformity analysis knows this too, but LLVM 19 stops its search too early, so that some joins are
// missing.

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace lockstep::pass::warp {

class Partings {
 public:
  // The function's loops are reducible.
  Partings(llvm::Function& function, const llvm::LoopInfo& loops);

  // Lanes of the block take different ways at its end.
  void Follow(const llvm::BasicBlock& branch);

  // Lanes come to these blocks on different edges at the same time.
  const llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& joins() const { return joins_; }
  // Lanes may leave these loops in different iterations, or to different blocks.
  bool Leaves(const llvm::Loop& loop) const { return left_.contains(&loop); }
  // True if the value of a loop that lanes leave one by one is used outside.
  bool LeavesWith(const llvm::Instruction& value, const llvm::BasicBlock& user) const;

 private:
  using Blocks = llvm::SmallVector<const llvm::BasicBlock*>;
  Blocks FollowIn(const llvm::Loop* loop, const Blocks& sides);

  const llvm::LoopInfo& loops_;
  llvm::SmallVector<const llvm::BasicBlock*> order_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> position_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> joins_;
  llvm::SmallPtrSet<const llvm::Loop*, 8> left_;
};

}  // namespace lockstep::pass::warp
