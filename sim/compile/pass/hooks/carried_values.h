#pragma once

// In: check mode's code of a function, with all hooks. Out: the same, where the values that a loop with a barrier only
// carries to its end (a counter of iterations that is stored afterwards) lie in one place of the frame, which the
// runtime knows (__lockstep_check_carries): whether the loop ever ends does not depend on them, so a block is as it was
// before even where they differ.

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"
#include "sim/compile/pass/unit/call_graph.h"

namespace lockstep::pass {

// Finds which functions wait, before any changes.
class Waiting {
 public:
  Waiting(llvm::Module& module, const llvm::SetVector<llvm::Function*>& waits) : calls_(module), waits_(waits) {}
  // True if the thread may wait for others in the call.
  bool In(const llvm::CallBase& call);

 private:
  CallGraph calls_;
  const llvm::SetVector<llvm::Function*>& waits_;
  llvm::DenseMap<llvm::Function*, bool> known_;
};

void SetCarriedValuesApart(llvm::Function& function, Waiting& waiting);

}  // namespace lockstep::pass
