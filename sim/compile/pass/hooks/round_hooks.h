#pragma once

// In: device code with plain locals in registers. Out: the same with a hook for each iteration of a loop, which counts
// down LockstepThread::rounds_left. At 0 the hook gets what decides whether the thread ever leaves the loop: the values
// in registers that the branches of the outermost loop around it depend on, directly or through others. If they are
// the same in two iterations of one call, and so is the memory that they depend on, the loop never ends.

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/ValueHandle.h"
#include "sim/compile/pass/facts/ends_of_loops.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

class RoundHooks {
 public:
  // Looks at the function as written: must be made before other hooks are in it, or in one that it calls.
  RoundHooks(llvm::Function& function, CallEffects& effects);
  void Insert(UnitTables& tables);

 private:
  struct BackEdge {
    llvm::Instruction* at = nullptr;
    const llvm::DILocation* place = nullptr;
    std::vector<llvm::WeakTrackingVH> state;
    std::vector<llvm::WeakTrackingVH> awaited;  // comparisons of floating-point numbers that end the loop
    std::uint64_t how = 0;
  };

  llvm::AllocaInst* MakeRoom(std::size_t values) const;
  void Insert(const BackEdge& edge, std::uint64_t number, llvm::AllocaInst* room, UnitTables& tables) const;

  llvm::Function& function_;
  std::vector<BackEdge> edges_;
};

}  // namespace lockstep::pass
