#pragma once

// Which values are not the same for all threads of a group, given those that begin the difference: LLVM's uniformity
// analysis, with the joins that it misses (partings.h).

#include <memory>

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "sim/compile/pass/warp/partings.h"

namespace lockstep::pass::warp {

class Uniformity {
 public:
  using Values = llvm::DenseSet<const llvm::Value*>;
  // `is_common`: the value is the same for all threads, whatever its operands are. The function's loops are reducible.
  Uniformity(llvm::Function& function, Values sources, bool (*is_common)(const llvm::Value&),
             const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops);

  bool Varies(const llvm::Value* value) const;
  // Also true if a loop was left in different iterations with different values.
  bool VariesAt(const llvm::Use& use) const;
  // Threads may leave the loop in different iterations, or to different blocks.
  bool MayLeaveApart(const llvm::Loop& loop) const { return partings_->Leaves(loop); }

 private:
  struct Seeds;
  void FollowPartings(llvm::Function& function);
  Values Missed(llvm::Function& function) const;

  Values sources_;
  bool (*is_common_)(const llvm::Value&);
  llvm::CycleInfo cycles_;
  std::unique_ptr<llvm::TargetTransformInfo> target_;
  std::unique_ptr<llvm::UniformityInfo> info_;
  std::unique_ptr<Partings> partings_;
};

}  // namespace lockstep::pass::warp
