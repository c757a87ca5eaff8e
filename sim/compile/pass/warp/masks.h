#pragma once

// Which warp operations name exactly lanes that come to them together, although other lanes are elsewhere: their mask
// was made by `__activemask`, a ballot or a match of the same lanes.
//
//   const unsigned lanes = __ballot_sync(~0u, here);    const unsigned lanes = __activemask();
//   if (here) x = __shfl_sync(lanes, x, 0);             x = __shfl_sync(lanes, x, 0);

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"

namespace lockstep::pass::warp {

class Masks {
 public:
  Masks(llvm::Function& function, const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops)
      : dominators_(dominators), after_(function), loops_(loops) {}

  // Given that operations with constant masks stand where all lanes come together.
  bool NamesLanesHere(const llvm::CallBase& operation) const;

 private:
  bool AreHere(const llvm::Value& mask, const llvm::BasicBlock& place) const;
  bool IsMadeByLanesThere(const llvm::CallBase& maker) const;
  bool BallotLeadsTo(const llvm::CallBase& ballot, const llvm::BasicBlock& place) const;
  // All lanes that come to `from` come to `to`, at once.
  bool AllGoOn(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const;

  const llvm::DominatorTree& dominators_;
  const llvm::PostDominatorTree after_;
  const llvm::LoopInfo& loops_;
};

}  // namespace lockstep::pass::warp
