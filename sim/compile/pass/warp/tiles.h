#pragma once

// The common properties of a block's tiles. Tiles that stay together come to the same barriers in the same order, all
// of their threads at once, so that the block needs no state for each of them.

#include <cstdint>
#include <optional>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "sim/compile/pass/warp/uniformity.h"
#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

class Tiles {
 public:
  Tiles(const WarpBody& body, const llvm::DominatorTree& dominators);

  // Of canonical code before or after barriers have been cut.
  bool StayTogether() const;
  bool HaveInCommon(const llvm::Value* value) const { return !uniformity_.Varies(value); }
  bool HaveInCommon(const llvm::Use& use) const { return HaveInCommon(use.get()) && !uniformity_.VariesAt(use); }

 private:
  const WarpBody& body_;
  llvm::LoopInfo loops_;
  Uniformity uniformity_;
};

// A condition that lanes hold up to some index, and others from there on.
struct Limit {
  const llvm::Value* index;               // threadIdx.x or the linear index
  const llvm::Use* end;                   // what it is compared with
  unsigned below;                         // the side of a branch to which the lower indices go
  std::optional<std::uint32_t> constant;  // the first index that goes to the other side
};

std::optional<Limit> FindLimit(const llvm::Value* condition, const WarpBody& region, Shape shape);

// A branch by which a tile finds that neither it nor those after it in its row have anything to do in the region,
// because `threadIdx.x` has come to a limit.
struct Guard {
  const llvm::BranchInst* branch = nullptr;  // null: there is none
  unsigned idle = 0;                         // the successor without work
};

Guard FindGuard(const WarpBody& region, Shape shape);

}  // namespace lockstep::pass::warp
